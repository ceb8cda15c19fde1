// What has happened, picture by picture, over the page: at the table when it happens, in a replay when it is asked for.

import { $, drawn } from "./dom.js";
import { reducedMotion } from "./media.js";
import { morph, svgElement } from "./morph.js";
import { setTab, tabOf } from "./tabs.js";

const FLOW = 900; // milliseconds for a picture that goes on by itself

/**
 * Return what shows scenes over a page.
 * @param {HTMLElement} table
 * @param {PageValues} values what the page draws
 * @param {{ words: Record<"next" | "close", string>, shown: () => void, stopped: (inside: boolean) => void }} page
 *   `shown` is called when a picture is; `stopped` after the last one, and told whether the focus was on the buttons
 */
export function scenesOf(table, values, { words, shown, stopped }) {
  /** @type {Scenes} */
  let scenes = { key: "", frames: [] };
  let known = { key: "", count: 0 }; // what of them has been shown, or was there when the page came
  let scene = -1; // which is shown, if any
  let flowing = 0;

  // Draw everything as it was then, each picture changing a little of the one before; without one, as it is now.
  function drawScene() {
    const then = Object.assign({}, ...scenes.frames.slice(0, scene + 1).map((frame) => frame.groups));
    for (const id of new Set(scenes.frames.flatMap((frame) => Object.keys(frame.groups)))) {
      const [group, markup] = [drawn(id), then[id] ?? values.get(`svg/${id}`)];
      if (group && markup) morph(group, svgElement(markup));
    }
    for (const spot of table.querySelectorAll(".watched")) spot.classList.remove("watched");
    if (scene >= 0) drawn(scenes.frames[scene].spot)?.classList.add("watched");
  }

  /** @param {number} number */
  function show(number) {
    clearTimeout(flowing);
    scene = number;
    const { text, spot, flows } = scenes.frames[scene];
    drawScene();
    $("scenes").hidden = false;
    $("scenes-text").textContent = text;
    $("scenes-count").textContent = `${scene + 1} / ${scenes.frames.length}`;
    $("scenes-back").disabled = scene === 0;
    $("scenes-next").textContent = scene + 1 < scenes.frames.length ? words.next : words.close;
    const place = drawn(spot || Object.keys(scenes.frames[0].groups)[0]);
    const tab = place && tabOf(place);
    if (tab) setTab(table, tab);
    if (flows && !reducedMotion.matches && scenes.frames[scene + 1]?.flows) flowing = setTimeout(() => show(scene + 1), FLOW);
    shown();
  }

  function stop() {
    clearTimeout(flowing);
    if (scene < 0) return;
    const inside = $("scenes").contains(document.activeElement);
    scene = -1;
    drawScene();
    $("scenes").hidden = true;
    stopped(inside);
  }

  /**
   * Take what has happened last; what is new of it begins by itself, if it should.
   * @param {Scenes} fresh
   * @param {boolean} begins
   */
  function take(fresh, begins) {
    const first = fresh.key === known.key ? known.count : 0;
    if (fresh.key !== known.key) stop();
    scenes = fresh;
    known = { key: fresh.key, count: fresh.frames.length };
    if (scene >= 0) return show(Math.min(scene, fresh.frames.length - 1));
    if (begins && first < fresh.frames.length) show(first);
  }

  // Before a sheet is covered: nothing stays of what was shown.
  function forget() {
    stop();
    scenes = { key: "", frames: [] };
    $("scenes-text").textContent = $("scenes-count").textContent = "";
  }

  $("scenes-next").addEventListener("click", () => { scene + 1 < scenes.frames.length ? show(scene + 1) : stop(); });
  $("scenes-back").addEventListener("click", () => show(Math.max(0, scene - 1)));
  $("scenes-skip").addEventListener("click", stop);
  $("scenes-again").addEventListener("click", () => { if (scenes.frames.length) { show(0); $("scenes-next").focus(); } });

  return { take, stop, forget, redraw: () => { if (scene >= 0) drawScene(); }, isShown: () => scene >= 0, any: () => scenes.frames.length > 0 };
}
