// Playing a replay by itself, each step for as long as it takes to read.

import { $, get } from "../shared/dom.js";
import { go } from "./navigation.js";
import { last, state, step, table, words } from "./replay_state.js";

const SHORTEST = 900; // milliseconds for a step,
const LONGEST = 4500; // and for one of which there is much to read
const A_SIGN = 28; // for each sign of its text

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
      if (state.drawn === state.at) go(state.at + 1); // else it is still on its way
      if (state.at === last()) pause();
      else wait();
    }, Math.min(LONGEST, Math.max(SHORTEST, A_SIGN * signs)));
  };
  wait();
  dressButton();
}

export function playOrPause() {
  if (state.timers.playing) pause();
  else play();
}
