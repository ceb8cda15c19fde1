// Rolling by shaking a phone: switched on in the menu, where a phone may ask whether pages can feel its motion.

import { keep, recall } from "../shared/storage.js";

const KEPT = "rollwright-shake";
const STRONG = 16; // metres per second squared, beyond what walking does
const PAUSE = 1200; // milliseconds between two rolls

let last = 0;
let listening = false;

/** Say whether this device can be shaken. */
export const canShake = () => "DeviceMotionEvent" in window && matchMedia("(pointer: coarse)").matches;

export const shakeIsOn = () => recall(KEPT) === "on";

/**
 * Switch it on or off; return whether it is on, as the reader may refuse.
 * @param {boolean} on
 * @param {() => void} roll
 */
export async function setShake(on, roll) {
  const asks = /** @type {{ requestPermission?: () => Promise<string> }} */ (/** @type {unknown} */ (window.DeviceMotionEvent));
  const granted = on && (!asks.requestPermission || (await asks.requestPermission().catch(() => "denied")) === "granted");
  keep(KEPT, granted ? "on" : "off");
  if (granted) feel(roll);
  return granted;
}

/**
 * Roll when the phone is shaken, as long as that is switched on.
 * @param {() => void} roll
 */
export function feel(roll) {
  if (listening) return;
  listening = true;
  addEventListener("devicemotion", ({ acceleration }) => {
    const { x, y, z } = acceleration ?? { x: 0, y: 0, z: 0 };
    if (!shakeIsOn() || Math.hypot(x ?? 0, y ?? 0, z ?? 0) < STRONG || performance.now() - last < PAUSE) return;
    last = performance.now();
    roll();
  });
}
