// Papers of the game that is shown: one file, or all of them in a packet.

import { h } from "../js/dom.js";
import { keepFile } from "../js/download.js";
import { Counter, sentence } from "./count.js";

const KINDS = {
  mathematics: "Mathematics report", rules: "Rules of play", dealer: "Dealer's manual", floor: "Floor card",
  rack: "Player's leaflet", strategy: "Strategy card", felt: "Felt layout", packet: "Packet: all of them, with a certificate",
};

/** A section that asks for papers of the rules in `question`. */
export function papersSection(question) {
  const kind = h("select", { id: "paper-kind" }, ...Object.entries(KINDS).map(([id, title]) => h("option", { value: id }, title)));
  const status = h("p", { class: "quiet small", role: "status" });
  const counter = new Counter();
  const stop = () => {
    counter.stop();
    status.textContent = "Stopped.";
  };
  const say = (text) => status.replaceChildren(text, " ", h("button", { type: "button", class: "plain", onclick: stop }, "Stop"));
  const onsubmit = async (event) => {
    event.preventDefault();
    say("Making the paper.");
    try {
      const told = await counter.count("papers", { ...question, kind: kind.value }, (now) => say(sentence(now)));
      if (told === null) return;
      if (told.state === "refused") throw new Error(`${told.says}.`);
      keepFile(told.answer);
      status.textContent = `${told.answer.name} is made.`;
    } catch (refusal) {
      status.textContent = refusal.message;
    }
  };
  return h("section", { class: "panel papers", "aria-labelledby": "papers-title" },
    h("h2", { id: "papers-title" }, "Papers"),
    h("p", { class: "quiet small" }, "What an inventor files, a floor pins up and a player takes home, as PDF. A packet takes some seconds, more the first time."),
    h("form", { class: "row", onsubmit }, h("label", { for: "paper-kind" }, "Paper"), kind, h("button", {}, "Make")), status);
}
