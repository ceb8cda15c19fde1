// Spots that can stand for each other, such as equal dice: what is drawn of a move is drawn on those that were picked.

/**
 * Return the marks of a move with picked spots in place of the ones that its path names first.
 * @param {Move} move
 * @param {string[]} picked
 * @returns {Marks}
 */
export function marksAsPicked({ paths, marks }, picked) {
  if (!paths.length) return marks;
  const instead = exchanged(paths[0], picked); // others are short for it
  if (!instead.size) return marks;
  return Object.fromEntries(Object.entries(marks).map(([kind, each]) => [kind, each.map(([spot, text]) => [instead.get(spot) ?? spot, text])]));
}

/**
 * Return the spots that a path names first and that were not picked, each with one that was picked instead.
 * @param {SpotPath} path
 * @param {string[]} picked
 * @returns {Map<string, string>}
 */
function exchanged(path, picked) {
  /** @type {Map<string, Set<string>>} */
  const named = new Map(); // by the spots that can stand for each other: those that are named first, one for each pick
  for (const pick of path.steps.flat()) {
    const spots = pick.split("|");
    if (spots.length < 2) continue;
    const equals = [...spots].sort().join("|");
    named.set(equals, (named.get(equals) ?? new Set()).add(spots[0]));
  }
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [equals, first] of named) {
    const given = [...first].filter((spot) => !picked.includes(spot));
    const taken = picked.filter((spot) => equals.split("|").includes(spot) && !first.has(spot));
    given.slice(0, taken.length).forEach((spot, i) => found.set(spot, taken[i]));
  }
  return found;
}
