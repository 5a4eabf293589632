// Synthesized sounds: no file is loaded. Browsers are silent until the first
// click or key.

import { prefs } from "./prefs.js";

let audio = null;

function context() {
  if (!window.AudioContext || !navigator.userActivation?.hasBeenActive) return null;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  return audio;
}

function tone(at, pitch, length, loud, form = "sine") {
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = form;
  oscillator.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

// A stone on wood: a short noise and a low tone.
function stone(at) {
  const length = 0.06;
  const buffer = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 8;
  }
  const source = audio.createBufferSource();
  const volume = audio.createGain();
  volume.gain.value = 0.35;
  source.buffer = buffer;
  source.connect(volume).connect(audio.destination);
  source.start(at);
  tone(at, 190, 0.09, 0.3);
}

// The first sound starts the browser's audio, which takes a tenth of a second or
// more: draw first.
export function play(what) {
  if (audio || document.hidden) sound(what);
  else requestAnimationFrame(() => setTimeout(() => sound(what)));
}

function sound(what) {
  if (!prefs.sounds || !context()) return;
  const now = audio.currentTime;
  if (what === "stone") stone(now);
  if (what === "win") [523, 659, 784, 1047].forEach((p, i) => tone(now + i * 0.13, p, 0.5, 0.15, "triangle"));
  if (what === "loss") [392, 330, 262].forEach((p, i) => tone(now + i * 0.18, p, 0.5, 0.15, "triangle"));
  if (what === "clock") tone(now, 880, 0.08, 0.12, "square");
}

// The notes of each theme's music, in half tones: pentatonic, so that any two
// fit.
const SCALES = { wood: [0, 2, 4, 7, 9], paper: [0, 3, 5, 7, 10], slate: [0, 2, 5, 7, 9], contrast: [0, 2, 5, 7, 10] };
const BEAT = 700;
let timer = null;
let note = 0;

// Endless music of the theme, one note after the other, if it is on.
export function music() {
  clearInterval(timer);
  timer = null;
  if (!prefs.music) return;
  const scale = SCALES[prefs.theme] ?? SCALES.wood;
  timer = setInterval(() => {
    if (document.hidden || Math.random() < 0.3 || !context()) return;
    note = Math.min(Math.max(note + Math.floor(Math.random() * 5) - 2, 0), 9);
    const pitch = 196 * 2 ** ((scale[note % 5] + 12 * Math.floor(note / 5)) / 12);
    tone(audio.currentTime, pitch, 1.8, 0.04, "triangle");
  }, BEAT);
}
