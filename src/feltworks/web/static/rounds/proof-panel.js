// What proves a round's shuffle, checked by this page: the digest, the deck or the cards of it that
// are open to this guest, the players' seeds, and the cards that came.

import { h } from "../js/dom.js";
import { cardFits, composition, departure, digestOf, readCards, seedHash, slotOrder } from "./shuffle.js";

/** A section that checks the proof, also by the digest and the `seeds` that this browser has `noted`. */
export function proofPanel(proof, noted, seeds = { hashes: {}, own: {} }) {
  const place = h("div", { class: "checks", role: "status" });
  const section = h("section", { class: "panel proof", "aria-labelledby": "proof-title" },
    h("h2", { id: "proof-title" }, "The shuffle, verified by this page"), place);
  if (!proof.revealed && !proof.opened.length) {
    const why = proof.shuffle === "archived"
      ? "The deck was archived with the round. The digest stands:"
      : proof.between_players
      ? "Of this deck no card was opened to you. The digest stands:"
      : "The deck behind this digest has not been shown yet: a shoe is shown when it is done. The digest stands:";
    place.append(h("p", {}, why), h("p", { class: "mono digits" }, proof.commitment));
    return section;
  }
  check(proof, noted, seeds).then((found) => place.replaceChildren(...found), (error) => place.replaceChildren(h("p", { class: "problem" }, error.message)));
  section.append(materials(proof));
  return section;
}

async function check(proof, noted, seeds) {
  const [promise, ...rest] = proof.revealed ? await wholeDeck(proof) : await openCards(proof);
  const lines = [
    promise,
    ...(noted ? [[noted === proof.commitment, "This browser was shown that digest while the round was played.", `While the round was played this browser was shown another digest: ${noted}.`]] : []),
    ...rest,
    ...(await seedLines(proof, seeds)),
  ];
  const holds = lines.every(([fits]) => fits);
  return [
    h("ul", { class: "check-list" }, ...lines.map(([fits, yes, no]) =>
      h("li", { class: fits ? "holds" : "fails" }, h("span", { class: "mark", "aria-hidden": "true" }, fits ? "✓" : "✗"), fits ? yes : no))),
    h("p", { class: holds ? "verdict good" : "verdict bad" }, holds ? verdict(proof) : "This round does not verify."),
  ];
}

function verdict(proof) {
  if (proof.revealed) return `Verified: ${composition(readCards(proof.revealed.deck))}.`;
  return `Verified: ${proof.opened.length} of ${proof.slots} cards are open to you, the others stay sealed.`;
}

async function dealingOrder(proof) {
  const opened = proof.seeds.filter((each) => each.seed !== null);
  return slotOrder(proof.commitment, proof.slots, opened.map((each) => [each.seat, each.seed]));
}

async function wholeDeck(proof) {
  const { salt, deck, scheme } = proof.revealed;
  const slots = readCards(deck);
  const digest = await digestOf(salt, slots, scheme);
  const cards = scheme === 1 ? slots : (await dealingOrder({ ...proof, slots: slots.length })).map((slot) => slots[slot]);
  const left = departure(cards, proof.dealt, proof.dealt_before);
  const before = proof.dealt_before ? ` from card ${proof.dealt_before + 1} on` : "";
  return [
    [digest === proof.commitment, "The deck in this order has the digest that was promised before the deal.", `The digest of this deck is ${digest}: it is not the one promised before the deal.`],
    [left === -1, `The ${proof.dealt.length} cards that were dealt and burnt follow that order${before}.`, `Card ${left + 1} that was dealt is ${proof.dealt[left]}, and the order has ${cards[proof.dealt_before + left] ?? "none"} there.`],
  ];
}

async function openCards(proof) {
  const order = await dealingOrder(proof);
  const fits = await Promise.all(proof.opened.map((each) => cardFits(proof.commitment, proof.slots, each)));
  const wrong = proof.opened.find((_, at) => !fits[at]);
  const strayed = proof.opened.find((each) => order[each.place] !== each.slot || proof.dealt[each.place] !== each.card);
  const count = proof.opened.length;
  return [
    [!wrong, `The ${count} cards that were shown, and your own, are of the deck whose digest was promised before the deal.`, `${wrong?.card} is not in slot ${wrong?.slot} of the deck promised before the deal.`],
    [!strayed, "Each of them was dealt from the slot whose turn it was.", `${strayed?.card} came from slot ${strayed?.slot}, whose turn it was not.`],
  ];
}

async function seedLines(proof, { hashes, own }) {
  const lines = [];
  for (const { seat, hash, seed } of proof.seeds) {
    if (seed === null) lines.push([true, `Seat ${seat} did not open its seed, so the order goes without it.`, ""]);
    else lines.push([(await seedHash(seat, seed)) === hash, `The seed of seat ${seat} fits the hash that was sent before any was opened.`, `The seed of seat ${seat} does not fit the hash that was sent before.`]);
  }
  const told = Object.entries(hashes);
  if (told.length) {
    const changed = [
      ...told.filter(([seat, hash]) => !proof.seeds.some((each) => each.seat === Number(seat) && each.hash === hash)).map(([seat]) => seat),
      ...proof.seeds.map((each) => each.seat).filter((seat) => !(seat in hashes)),
    ];
    lines.push([!changed.length, "The hashes are those that this browser was told before any seed was opened.", `This browser was told another hash, or none, for seat ${changed.join(", ")} before the seeds were opened.`]);
  }
  for (const [seat, { seed, late }] of Object.entries(own)) {
    const used = proof.seeds.some((each) => each.seat === Number(seat) && each.seed === seed);
    if (used) lines.push([true, `Your own seed at seat ${seat} is among those that fixed the order.`, ""]);
    else if (late) lines.push([true, `Your own seed at seat ${seat} was refused as too late, so the order goes without it.`, ""]);
    else lines.push([false, "", `Your own seed at seat ${seat} was opened by this browser and left out of the order.`]);
  }
  return lines;
}

function materials(proof) {
  const seeds = proof.seeds.filter((each) => each.seed !== null).map((each) => `${each.seat}:${each.seed}`);
  const lines = proof.revealed
    ? [`python verifier.py ${proof.commitment} ${proof.revealed.salt} "${proof.revealed.deck}"${seeds.map((each) => ` '${each}'`).join("")}`]
    : proof.opened.map((each) => ["python verifier.py card", proof.commitment, proof.slots, each.slot, each.card, each.salt, ...each.proof].join(" "));
  return h("details", {},
    h("summary", {}, "Check it with a tool of your own"),
    h("p", {}, "Run verifier.py, one short file that needs Python alone, or work the hashes out as it describes:"),
    h("pre", { class: "wrap" }, lines.join("\n")),
    h("p", {}, "The digest is"),
    h("p", { class: "mono digits" }, proof.commitment),
    h("p", {}, h("a", { href: "/verify" }, "Paste any digest, salt and order")));
}
