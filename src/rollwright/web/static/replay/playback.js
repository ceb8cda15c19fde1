// Automatic playback: each step is shown for as long as it takes to read.

import { $, get } from "../shared/dom.js";
import { go } from "./navigation.js";
import { last, state, step, table, words } from "./replay_state.js";

const MIN_STEP = 900; // milliseconds
const MAX_STEP = 4500; // milliseconds
const PER_CHARACTER = 28; // milliseconds for each character of its text

function dressButton() {
  const name = state.timers.playing ? words.pause : words.play;
  table.classList.toggle("playing", Boolean(state.timers.playing));
  $("replay-play").title = get($("replay-play"), "span").textContent = name;
}

export function pause() {
  clearTimeout(state.timers.playing);
  state.timers.playing = 0;
  dressButton();
}

function play() {
  if (state.at === last()) go(0);
  const wait = () => {
    const { text, more = [] } = step();
    const signs = text.length + more.join("").length;
    state.timers.playing = setTimeout(() => {
      if (state.drawn === state.at) go(state.at + 1); // if not, it is still being fetched
      if (state.at === last()) pause();
      else wait();
    }, Math.min(MAX_STEP, Math.max(MIN_STEP, PER_CHARACTER * signs)));
  };
  wait();
  dressButton();
}

export function playOrPause() {
  if (state.timers.playing) pause();
  else play();
}
