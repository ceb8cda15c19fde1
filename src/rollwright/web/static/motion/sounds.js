// Five short sounds, synthesised here, and a touch of vibration on a phone. Off until they are switched on.

import { keep, recall } from "../shared/storage.js";

const KEPT = "rollwright-sound";
const PEAK = 0.25; // -12 dB

/** @type {AudioContext | null} */
let context = null;
let wanted = recall(KEPT) === "on";
let higher = 0; // how many chimes this move has had
/** When each cue last began, so that one voice at a time is heard. @type {Map<string, number>} */
const begun = new Map();

export const soundIsOn = () => wanted;

/** @param {boolean} on */
export function setSound(on) {
  wanted = on;
  keep(KEPT, on ? "on" : "off");
  if (on) cue("chime");
}

/** A new move: its first chime is low again. */
export function calmChimes() {
  higher = 0;
}

/** @typedef {"rattle" | "tock" | "scratch" | "chime" | "thud" | "fanfare"} Cue */

/** @type {Record<Cue, (at: AudioContext, time: number) => void>} */
const CUES = {
  rattle: (at, time) => { for (let i = 0; i < 8; i += 1) noise(at, time + i * 0.045 + 0.02 * Math.random(), 0.03, "bandpass", 1800, 0.5); },
  tock: (at, time) => { for (let i = 0; i < 3; i += 1) tone(at, time + i * 0.06, "sine", 180, 180, 0.04, 0.9); },
  scratch: (at, time) => noise(at, time, 0.18, "highpass", 3000, 0.35),
  chime: (at, time) => {
    const up = 2 ** (Math.min(3, higher) / 6);
    higher += 1;
    tone(at, time, "triangle", 660 * up, 660 * up, 0.07, 0.6);
    tone(at, time + 0.07, "triangle", 880 * up, 880 * up, 0.16, 0.6);
  },
  thud: (at, time) => {
    tone(at, time, "sine", 120, 55, 0.14, 1);
    noise(at, time, 0.02, "bandpass", 900, 0.5);
  },
  fanfare: (at, time) => [523, 659, 784, 1047].forEach((pitch, i) => tone(at, time + 0.11 * i, "triangle", pitch, pitch, i === 3 ? 0.5 : 0.11, 0.7)),
};

/** Patterns of vibration, in milliseconds. @type {Partial<Record<Cue, number[]>>} */
const VIBRATION = { rattle: [12, 40, 12, 40, 12], scratch: [8], thud: [30], fanfare: [30, 60, 30, 60, 80] };

/** @param {Cue} name */
export function cue(name) {
  if (!wanted || document.hidden) return;
  const now = performance.now();
  if (now - (begun.get(name) ?? -1000) < 90) return;
  begun.set(name, now);
  if (VIBRATION[name] && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(VIBRATION[name]);
  try {
    context ??= new AudioContext();
    context.resume();
    CUES[name](context, context.currentTime + 0.01);
  } catch { /* a browser without sound */ }
}

/**
 * @param {AudioContext} at
 * @param {number} time
 * @param {number} length
 * @param {number} level
 */
function fading(at, time, length, level) {
  const gain = at.createGain();
  gain.gain.setValueAtTime(PEAK * level, time);
  gain.gain.exponentialRampToValueAtTime(0.0001, time + length);
  gain.connect(at.destination);
  return gain;
}

/**
 * @param {AudioContext} at
 * @param {number} time
 * @param {OscillatorType} kind
 * @param {number} from
 * @param {number} to
 * @param {number} length
 * @param {number} level
 */
function tone(at, time, kind, from, to, length, level) {
  const source = at.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(from, time);
  source.frequency.exponentialRampToValueAtTime(to, time + length);
  source.connect(fading(at, time, length, level));
  source.start(time);
  source.stop(time + length);
}

/**
 * @param {AudioContext} at
 * @param {number} time
 * @param {number} length
 * @param {BiquadFilterType} kind
 * @param {number} pitch
 * @param {number} level
 */
function noise(at, time, length, kind, pitch, level) {
  const buffer = at.createBuffer(1, Math.ceil(at.sampleRate * length), at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = 2 * Math.random() - 1;
  const [source, filter] = [at.createBufferSource(), at.createBiquadFilter()];
  source.buffer = buffer;
  filter.type = kind;
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(at, time, length, level));
  source.start(time);
}
