// The speed at which somebody likes to watch bots; it is told whenever the page connects.

import { recall } from "../shared/storage.js";

export const SPEED = "rollwright-bots";

/** Return the chosen speed: watch, quick or at-once. */
export const speed = () => recall(SPEED) ?? "watch";
