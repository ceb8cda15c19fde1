// Paths: which spots can follow the picks. rollwright.view.drawing.Path does the same in Python.

/**
 * Progress on a path: the open steps, and for the current step the remaining picks and the spots used.
 * @typedef {{ open: number[], step: number, left: number[], used: string[] }} Progress
 */

/**
 * Return the picks that a path allows next: the progress after each, and the spots that qualify.
 * @param {SpotPath} path
 * @param {Progress} at
 */
function onward(path, at) {
  const found = [];
  const steps = at.left.length ? [at.step] : path.free ? at.open : at.open.slice(0, 1);
  const used = at.left.length ? at.used : [];
  for (const step of steps) {
    const left = at.left.length ? at.left : path.steps[step].map((_, i) => i);
    for (const i of path.free ? left : left.slice(0, 1)) {
      const spots = path.steps[step][i].split("|").filter((spot) => !used.includes(spot)); // each spot once per step
      found.push({ spots, after: { open: at.open.filter((each) => each !== step), step, left: left.filter((each) => each !== i), used } });
    }
  }
  return found;
}

/**
 * Return what can be picked next and whether the path is complete, or null if the picks are not on this path.
 * @param {SpotPath} path
 * @param {string[]} picked
 */
export function follow(path, picked) {
  /** @type {Progress[]} */
  let reached = [{ open: path.steps.map((_, i) => i), step: -1, left: [], used: [] }];
  for (const pick of picked) {
    const after = reached.flatMap((at) => onward(path, at).filter(({ spots }) => spots.includes(pick)).map((each) => ({ ...each.after, used: [...each.after.used, pick] })));
    reached = [...new Map(after.map((at) => [JSON.stringify(at), at])).values()];
    if (!reached.length) return null;
  }
  return {
    next: [...new Set(reached.flatMap((at) => onward(path, at).flatMap(({ spots }) => spots)))],
    done: reached.some((at) => !at.left.length && at.open.length <= (path.spare ?? 0)),
    closed: reached.some((at) => !at.left.length), // no step is unfinished
  };
}
