// Shows scenes on the sheet: at the table when something happens, in a replay on request. They follow each other by
// themselves, until somebody steps through them by hand; nothing that can be done waits for them.

import { $, drawn, get } from "./dom.js";
import { reducedMotion } from "./media.js";
import { morph, svgElement } from "./morph.js";
import { setTab, tabOf } from "./tabs.js";

const SCENE_TIME = 900; // milliseconds for a scene that advances by itself
const FIRST_TIME = 700; // milliseconds more for the first one: who has just acted looks elsewhere
const READING_TIME = 28; // milliseconds more for each letter of what it tells beyond a few words
const FEW_WORDS = 24; // letters

/**
 * Return a player of scenes for a page.
 * @param {HTMLElement} table
 * @param {PageValues} values what the page draws
 * @param {{ words: Record<"next" | "close", string>, shown: () => void, stopped: (inside: boolean) => void }} page
 *   `shown` is called for each scene; `stopped` after the last one, with whether the focus was on the buttons
 */
export function scenesOf(table, values, { words, shown, stopped }) {
  /** @type {Scenes} */
  let scenes = { key: "", frames: [] };
  let known = { key: "", count: 0 }; // the scenes already shown, or there when the page was loaded
  let scene = -1; // the index of the scene shown, or -1
  let flowing = 0;
  let plays = false; // whether scenes follow each other by themselves

  // Draw the values of the scene, each of which changes some of the previous one's; without a scene, the current values.
  function drawScene() {
    const then = Object.assign({}, ...scenes.frames.slice(0, scene + 1).map((frame) => frame.groups));
    for (const id of new Set(scenes.frames.flatMap((frame) => Object.keys(frame.groups)))) {
      const [group, markup] = [drawn(id), then[id] ?? values.get(`svg/${id}`)];
      if (group && markup) morph(group, svgElement(markup));
    }
    for (const each of table.querySelectorAll(".watched, .in-focus")) each.classList.remove("watched", "in-focus");
    table.classList.toggle("in-scene", scene >= 0);
    const watched = scene >= 0 ? drawn(scenes.frames[scene].spot) : null;
    watched?.classList.add("watched");
    watched?.ownerSVGElement?.classList.add("in-focus");
  }

  // Start the motion of a scene anew: elements that an earlier scene had, too, have already moved.
  function move() {
    for (const id of Object.keys(scenes.frames[scene].groups)) {
      for (const motion of drawn(id)?.getAnimations({ subtree: true }) ?? []) {
        motion.cancel();
        motion.play();
      }
    }
  }

  /** @param {number} number */
  function show(number) {
    clearTimeout(flowing);
    scene = number;
    const { text, spot, flows } = scenes.frames[scene];
    drawScene();
    move();
    $("scenes").hidden = false;
    $("scenes-text").textContent = text;
    $("scenes-count").textContent = `${scene + 1} / ${scenes.frames.length}`;
    $("scenes-back").disabled = scene === 0;
    get($("scenes-next"), "span").textContent = scene + 1 < scenes.frames.length ? words.next : words.close;
    const place = drawn(spot || Object.keys(scenes.frames[0].groups)[0]);
    const tab = place && tabOf(place);
    if (tab) setTab(table, tab);
    if (plays && flows && !reducedMotion.matches) flowing = setTimeout(next, SCENE_TIME + (scene ? 0 : FIRST_TIME) + READING_TIME * Math.max(0, text.length - FEW_WORDS));
    shown();
  }

  const next = () => { scene + 1 < scenes.frames.length ? show(scene + 1) : stop(); };

  /** @param {number} from */
  function play(from) {
    plays = true;
    show(from);
  }

  /** @param {() => void} step */
  function byHand(step) {
    plays = false;
    step();
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
   * Take the latest scenes; new ones start by themselves if `begins` is set.
   * @param {Scenes} fresh
   * @param {boolean} begins
   */
  function take(fresh, begins) {
    const first = fresh.key === known.key ? known.count : 0;
    if (fresh.key !== known.key) stop();
    scenes = fresh;
    known = { key: fresh.key, count: fresh.frames.length };
    if (scene >= 0) return show(Math.min(scene, fresh.frames.length - 1));
    if (begins && first < fresh.frames.length) play(first);
  }

  // Called before a sheet is covered: removes everything that was shown.
  function forget() {
    stop();
    scenes = { key: "", frames: [] };
    $("scenes-text").textContent = $("scenes-count").textContent = "";
  }

  $("scenes-next").addEventListener("click", () => byHand(next));
  $("scenes-back").addEventListener("click", () => byHand(() => show(Math.max(0, scene - 1))));
  $("scenes-skip").addEventListener("click", stop);
  $("scenes-again").addEventListener("click", () => { if (scenes.frames.length) { play(0); $("scenes-next").focus(); } });

  return { take, stop, forget, redraw: () => { if (scene >= 0) drawScene(); }, isShown: () => scene >= 0, any: () => scenes.frames.length > 0 };
}
