// Any shuffle verified: a digest, a salt and an order, pasted in; everything happens in this browser.

import { h } from "../js/dom.js";
import { composition, digestOf, NoShuffle, readCards, readHex } from "./shuffle.js";

const main = document.querySelector("main");
const field = (id, label, hint, control) => h("div", { class: "field" }, h("label", { for: id }, label), control, h("span", { class: "hint" }, hint));
const digest = h("input", { id: "digest", class: "mono", required: true, autocomplete: "off", spellcheck: "false" });
const salt = h("input", { id: "salt", class: "mono", required: true, autocomplete: "off", spellcheck: "false" });
const order = h("textarea", { id: "order", class: "mono", rows: 5, required: true, spellcheck: "false" });
const answer = h("p", { class: "verdict", role: "status" });

async function verify(event) {
  event.preventDefault();
  answer.className = "verdict";
  try {
    const wanted = readHex(digest.value, "digest");
    const cards = readCards(order.value);
    const found = await digestOf(readHex(salt.value, "salt"), cards);
    const fits = found === wanted;
    answer.classList.add(fits ? "good" : "bad");
    answer.textContent = fits
      ? `Match: these ${composition(cards)}, were in this order when the digest was made.`
      : `No match: the digest of this salt and order is ${found}.`;
  } catch (error) {
    if (!(error instanceof NoShuffle)) throw error;
    answer.classList.add("bad");
    answer.textContent = error.message;
  }
}

main.append(
  h("h1", {}, "Verify a shuffle"),
  h("p", { class: "quiet lead" }, "Before the first card a table shows a digest; after the last one a salt and the whole order of the deck. If the three fit together, the deck was in that order before anybody acted. This page works it out by itself and sends nothing anywhere."),
  h("form", { class: "panel verify", onsubmit: verify },
    field("digest", "Digest", "64 hexadecimal digits, shown before the deal", digest),
    field("salt", "Salt", "64 hexadecimal digits, shown after it", salt),
    field("order", "Order of the deck", "The first to be dealt first: As Td 7c ...", order),
    h("button", { class: "primary" }, "Verify"), answer),
);
