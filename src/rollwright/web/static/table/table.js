// The page of a table. It knows no game: the server sends drawings with named spots, and for each legal move the
// paths of spots that point it out. Here spots are lit, picked and let go, and the move that they make is sent.

import "./buttons.js";
import "./frame.js";
import "./keyboard.js";
import "./symbols.js";
import "./table_menu.js";

import { keepFitted } from "../shared/fit.js";
import { offerRules } from "../shared/rules_dialog.js";
import { setFirstTab } from "../shared/tabs.js";
import { readJson } from "../shared/words.js";
import { drawActions } from "./actions.js";
import { watchBots } from "./bots.js";
import { tick } from "./clock.js";
import { drawLesson, holdBack } from "./lesson.js";
import { drawPreview } from "./preview.js";
import { drawWith } from "./redraw.js";
import { connect, onUpdate } from "./server.js";
import { watchButtons } from "./settled_buttons.js";
import { lightSpots } from "./spots.js";
import { state, table } from "./state.js";
import { beginToThink } from "./thinking.js";
import { apply } from "./updates.js";

const TICK_INTERVAL = 500; // milliseconds

offerRules();
setInterval(tick, TICK_INTERVAL);

drawWith(holdBack, lightSpots, drawPreview, drawActions, drawLesson);
onUpdate(apply);
const start = readJson("start");
state.seen.show = start.seat;
setFirstTab(table);
apply(start);
keepFitted(table);
watchButtons();
watchBots();
connect();
beginToThink();
