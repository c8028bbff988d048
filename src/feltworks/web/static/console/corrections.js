// Corrections: proposed by one operator, booked by another.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { dollars } from "../js/money.js";
import { centsIn, field, form, may, send, table } from "./forms.js";

const PATH = "/api/console/corrections";

export async function correctionsView(place, member) {
  const found = await ask(PATH);
  const again = () => correctionsView(place, member);
  const act = (each, way, submit) => form({ submit, primary: way === "confirm", run: () => send(`${PATH}/${each.number}/${way}`), then: again });
  const acts = (each) => {
    if (!may(member, "correct") || each.status !== "proposed") return "";
    const confirm = each.proposed_by === member.name ? h("p", { class: "small quiet" }, "Somebody else confirms it.") : act(each, "confirm", "Confirm and book");
    return h("div", { class: "row" }, confirm, act(each, "withdraw", "Withdraw"));
  };
  const moved = (each) => h("ul", { class: "postings" }, ...each.moves.map((move) => h("li", {}, `${dollars(move.cents)} from `, h("code", {}, move.source), " to ", h("code", {}, move.target))));
  const who = (each) => `${each.proposed_by}${each.confirmed_by ? `, ${each.status} by ${each.confirmed_by}` : ""}`;
  place.replaceChildren(h("h2", {}, "Corrections"),
    h("p", { class: "quiet" }, "The books are never changed. A mistake is put right by another entry that two operators answer for: one proposes it, the other one confirms it."),
    found.length
      ? table("Corrections", [["No.", (each) => each.number, true], ["State", (each) => each.status], ["Corrects", (each) => `record ${each.corrects}`], ["Moves", moved], ["Because", (each) => each.because], ["By", who], ["", acts]], found)
      : h("p", {}, "Nothing has been corrected."),
    may(member, "correct") ? proposal(again) : "");
}

function proposal(again) {
  const record = h("input", { id: "correct-record", required: true, inputmode: "numeric", pattern: "[0-9]+" });
  const source = h("input", { id: "correct-from", required: true, maxlength: 200, autocomplete: "off", placeholder: "house" });
  const target = h("input", { id: "correct-to", required: true, maxlength: 200, autocomplete: "off", placeholder: "player:ann" });
  const amount = h("input", { id: "correct-amount", required: true, inputmode: "decimal" });
  const because = h("input", { id: "correct-because", required: true, maxlength: 400 });
  const run = async () => {
    const move = { source: source.value.trim(), target: target.value.trim(), cents: centsIn(amount, "Amount") };
    await send(PATH, { corrects: Number(record.value), because: because.value, moves: [move] });
  };
  return form({ submit: "Propose", run, then: again, class: "proposal" }, h("h3", {}, "Propose a correction"),
    field("correct-record", "Record that is corrected", record, "Its number in the event log"),
    field("correct-from", "From", source, "house, cage, player:NAME, tray:TABLE, tokes:TABLE or fees:JACKPOT"),
    field("correct-to", "To", target),
    field("correct-amount", "Dollars", amount),
    field("correct-because", "Because", because));
}
