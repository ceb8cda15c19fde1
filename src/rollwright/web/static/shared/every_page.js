// What every page runs besides its own script.

import "./background.js";
import "./time_zone.js";
