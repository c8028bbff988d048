// Any shuffle verified: a digest with a whole deck, or with one card and its proof, pasted in;
// everything happens in this browser.

import { h } from "../js/dom.js";
import { field } from "../js/fields.js";
import { cardFits, composition, digestOf, NoShuffle, readCards, readHex, readSeeds, schemeOf, slotOrder } from "./shuffle.js";

const main = document.querySelector("main");
const line = (id, required = true) => h("input", { id, class: "mono", required, autocomplete: "off", spellcheck: "false" });
const area = (id, rows, required = true) => h("textarea", { id, class: "mono", rows, required, spellcheck: "false" });

/** A form whose `check` returns whether everything matches, and a sentence; unreadable input is reported. */
function form(name, check, ...fields) {
  const answer = h("p", { class: "verdict", role: "status" });
  const onsubmit = async (event) => {
    event.preventDefault();
    answer.className = "verdict";
    try {
      const [fits, text] = await check();
      answer.classList.add(fits ? "good" : "bad");
      answer.textContent = text;
    } catch (error) {
      if (!(error instanceof NoShuffle)) throw error;
      answer.classList.add("bad");
      answer.textContent = error.message;
    }
  };
  return h("form", { class: "panel verify", "aria-label": name, onsubmit }, h("h2", {}, name), ...fields, h("button", { class: "primary" }, "Verify"), answer);
}

const deck = { digest: line("digest"), salt: line("salt"), order: area("order", 5), seeds: area("seeds", 2, false) };

async function checkDeck() {
  const wanted = readHex(deck.digest.value, "digest");
  const cards = readCards(deck.order.value);
  const salt = readHex(deck.salt.value, "salt");
  const seeds = readSeeds(deck.seeds.value);
  const scheme = await schemeOf(wanted, salt, cards);
  if (!scheme) return [false, `No match: the digest of this salt and order is ${await digestOf(salt, cards)}.`];
  const fits = `Match: these ${composition(cards)}, were in this order when the digest was made.`;
  if (scheme === 1 || !seeds.length) return [true, fits];
  const order = await slotOrder(wanted, cards.length, seeds);
  return [true, `${fits} With these seeds they are dealt: ${order.map((slot) => cards[slot]).join(" ")}`];
}

const card = { digest: line("card-digest"), slots: line("card-slots"), slot: line("card-slot"), card: line("card-card"), salt: line("card-salt"), proof: area("card-proof", 4, false) };

async function checkCard() {
  const digest = readHex(card.digest.value, "digest");
  const [slots, slot] = [card.slots, card.slot].map((each) => {
    if (!/^\d{1,5}$/.test(each.value.trim())) throw new NoShuffle("The number of slots and the slot are whole numbers.");
    return Number(each.value);
  });
  const [face] = readCards(card.card.value);
  const proof = card.proof.value.split(/\s+/).filter(Boolean).map((each) => readHex(each, "proof"));
  const fits = await cardFits(digest, slots, { slot, card: face, salt: readHex(card.salt.value, "salt"), proof });
  return fits
    ? [true, `Match: ${face} lay in slot ${slot} of ${slots} when the digest was made.`]
    : [false, `No match: ${face} did not lie in slot ${slot} of the deck behind this digest.`];
}

main.append(
  h("h1", {}, "Verify a shuffle"),
  h("p", { class: "quiet lead" }, "Before any bet a table shows a digest. Against the house it shows the salt and the whole deck after the last card; between players each shown card opens by itself, with its proof. If they fit together, the deck lay so before anybody acted. This page works it out by itself and sends nothing anywhere."),
  form("A whole deck", checkDeck,
    field("digest", "Digest", deck.digest, "64 hexadecimal digits, shown before the deal"),
    field("salt", "Salt", deck.salt, "64 hexadecimal digits, shown after it"),
    field("order", "Order of the deck", deck.order, "The cards by slot, slot 0 first: As Td 7c ..."),
    field("seeds", "Players' seeds", deck.seeds, "SEAT:SEED for each that was opened, none where nobody gave one")),
  form("One card", checkCard,
    field("card-digest", "Digest of the deck", card.digest, "64 hexadecimal digits, shown before the deal"),
    field("card-slots", "Number of slots", card.slots, "How many cards the deck has"),
    field("card-slot", "Slot", card.slot, "Counted from 0"),
    field("card-card", "Card", card.card, "As, Td, Jo"),
    field("card-salt", "Salt of the slot", card.salt, "64 hexadecimal digits"),
    field("card-proof", "Proof", card.proof, "The hashes from the leaf up")),
);
