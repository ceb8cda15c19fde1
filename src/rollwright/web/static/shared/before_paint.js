// Work that measures the page waits for the next frame: a measurement between two changes would make the browser lay out
// the page once for each, and a click makes many changes.

/** What is to be done before the page is painted, by name. @type {Map<string, { task: () => void, turn: number }>} */
const tasks = new Map();
let frame = 0;

/**
 * Do something once before the page is painted next, however often it is asked for until then.
 * @param {string} name
 * @param {() => void} task
 * @param {number} [turn] tasks of a lower number come first
 */
export function beforePaint(name, task, turn = 0) {
  tasks.set(name, { task, turn });
  if (document.hidden) setTimeout(measureNow); // a page in the background is not painted
  else frame ||= requestAnimationFrame(measureNow);
}

document.addEventListener("visibilitychange", measureNow); // frames that were planned do not come while it is hidden

/** Do now what waits for the next frame, for somebody who needs to know its results. */
export function measureNow() {
  cancelAnimationFrame(frame);
  frame = 0;
  const waiting = [...tasks].sort(([, a], [, b]) => a.turn - b.turn);
  try {
    for (const [name, { task }] of waiting) {
      tasks.delete(name);
      task();
    }
  } finally { // a fault in one of them keeps none of the others from being done
    if (tasks.size) frame ||= requestAnimationFrame(measureNow);
  }
}
