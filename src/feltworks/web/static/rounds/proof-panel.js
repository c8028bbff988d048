// What proves a round's shuffle, checked by this page: the digest, the deck, the cards that came.

import { h } from "../js/dom.js";
import { committedText, composition, departure, digestOf, readCards } from "./shuffle.js";

/** A section that checks the proof of a round, also by the digest that this browser has `noted`. */
export function proofPanel(proof, noted) {
  const place = h("div", { class: "checks", role: "status" });
  const section = h("section", { class: "panel proof", "aria-labelledby": "proof-title" },
    h("h2", { id: "proof-title" }, "The shuffle, verified by this page"), place);
  if (!proof.revealed) {
    place.append(h("p", {}, "The deck behind this digest has not been shown yet: a shoe is shown when it is done. The digest stands:"),
      h("p", { class: "mono digits" }, proof.commitment));
    return section;
  }
  check(proof, noted).then((found) => place.replaceChildren(...found), (error) => place.replaceChildren(h("p", { class: "problem" }, error.message)));
  section.append(materials(proof));
  return section;
}

async function check(proof, noted) {
  const cards = readCards(proof.revealed.deck);
  const digest = await digestOf(proof.revealed.salt, cards);
  const left = departure(cards, proof.dealt, proof.dealt_before);
  const before = proof.dealt_before ? ` from card ${proof.dealt_before + 1} on` : "";
  const lines = [
    [digest === proof.commitment, "The deck in this order has the digest that was promised before the deal.", `The digest of this deck is ${digest}: it is not the one promised before the deal.`],
    ...(noted ? [[noted === proof.commitment, "This browser was shown that digest while the round was played.", `While the round was played this browser was shown another digest: ${noted}.`]] : []),
    [left === -1, `The ${proof.dealt.length} cards that were dealt and burnt follow that order${before}.`, `Card ${left + 1} that was dealt is ${proof.dealt[left]}, and the order has ${cards[proof.dealt_before + left] ?? "none"} there.`],
  ];
  return [
    h("ul", { class: "check-list" }, ...lines.map(([holds, yes, no]) =>
      h("li", { class: holds ? "holds" : "fails" }, h("span", { class: "mark", "aria-hidden": "true" }, holds ? "✓" : "✗"), holds ? yes : no))),
    h("p", { class: lines.every(([holds]) => holds) ? "verdict good" : "verdict bad" },
      lines.every(([holds]) => holds) ? `Verified: ${composition(cards)}.` : "This round does not verify."),
  ];
}

function materials(proof) {
  const text = committedText(proof.revealed.salt, readCards(proof.revealed.deck));
  return h("details", {},
    h("summary", {}, "Check it with a tool of your own"),
    h("p", {}, "The digest is the SHA-256 of these three lines, each ended by one line feed:"),
    h("pre", { class: "wrap" }, text),
    h("p", {}, "It must be"),
    h("p", { class: "mono digits" }, proof.commitment),
    h("p", {}, h("a", { href: "/verify" }, "Paste any digest, salt and order")));
}
