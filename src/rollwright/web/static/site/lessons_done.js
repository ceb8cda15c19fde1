// Marks the lessons that were finished in this browser.

import { findAll } from "../shared/dom.js";
import { isLearnt } from "../shared/storage.js";

for (const mark of findAll(document, "[data-learnt]")) mark.hidden = !isLearnt(mark.dataset.learnt ?? "");
