// The sounds of a table: cards, chips, a win. They are made here, from noise and a few tones; nothing is
// loaded. A browser that is driven by a program is silent unless sound is switched on.

import { choose, chosen } from "../preferences.js";

const CARD = ["Dealt", "Burnt", "Turned", "Shown", "Arranged"];
const CHIPS = ["Wagered", "Taken", "Gathered", "JackpotPaid"];
const WIN = [523.25, 659.25, 783.99];
const LOUD = 0.16;
const LEAST_BETWEEN = 0.045;

/** Whether there is anything to hear. */
export function audible() {
  return chosen("sound") === "on" || (chosen("sound") === "" && !navigator.webdriver);
}

/** What the fresh entries of a picture sound like: each kind of sound once. */
export function heardIn(picture) {
  const { fresh, now } = picture;
  const heard = [];
  if (fresh.some(({ kind }) => CARD.includes(kind))) heard.push("card");
  if (fresh.some(({ kind }) => CHIPS.includes(kind))) heard.push("chips");
  const won = now.phase === "over" && fresh.length && picture.myResults().reduce((sum, each) => sum + each.net_cents, 0) > 0;
  return won ? [...heard, "win"] : heard;
}

/** Builds one sound in an audio context, to begin at a time of its clock. */
export function strike(context, kind, at) {
  if (kind === "win") WIN.forEach((pitch, step) => tone(context, { pitch, at: at + step * 0.09, lasts: 0.32, loud: LOUD * 0.8 }));
  else if (kind === "chips") [3100, 4200].forEach((pitch, step) => tone(context, { pitch, at: at + step * 0.028, lasts: 0.05, loud: LOUD * 0.5, shape: "triangle" }));
  else rustle(context, at);
}

function tone(context, { pitch, at, lasts, loud, shape = "sine" }) {
  const source = new OscillatorNode(context, { type: shape, frequency: pitch });
  source.connect(fading(context, at, lasts, loud));
  source.start(at);
  source.stop(at + lasts);
}

/** A card that slides: a breath of noise, its high part only. */
function rustle(context, at) {
  const lasts = 0.07;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * lasts), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < samples.length; each += 1) samples[each] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2600, Q: 0.8 });
  source.connect(filter).connect(fading(context, at, lasts, LOUD));
  source.start(at);
}

function fading(context, at, lasts, loud) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
  gain.connect(context.destination);
  return gain;
}

export class Sounds {
  #context = null;
  #last = 0;

  /** `button` turns sound on and off, for this page and the next ones, and shows which it is. */
  constructor(button) {
    const tell = () => button.setAttribute("aria-pressed", String(audible()));
    button.addEventListener("click", () => {
      choose("sound", audible() ? "off" : navigator.webdriver ? "on" : "");
      if (!audible()) this.#context?.suspend();
      tell();
    });
    tell();
  }

  /** Plays them, where sound is on and the page has been pressed before: browsers ask for that. */
  play(heard) {
    if (!heard.length || !audible() || !navigator.userActivation?.hasBeenActive) return;
    this.#context ??= new AudioContext();
    this.#context.resume();
    for (const kind of heard) {
      this.#last = Math.max(this.#context.currentTime, this.#last + LEAST_BETWEEN);
      strike(this.#context, kind, this.#last);
    }
  }
}
