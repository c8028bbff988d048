// <seat-place>: one seat of a house-banked table: its cards, its spots, and its player's plate.

import { h, keep, setAttribute, setClasses, setText } from "../dom.js";
import { dollars } from "../money.js";
import { TableSeat } from "../room/table-seat.js";
import { afterChip } from "./betting.js";
import "./wager-spot.js";

/** The most spots of another's seat that are drawn; of more only the sum is shown. */
const MOST_SPOTS = 8;

export class SeatPlace extends TableSeat {
  build() {
    this.sides = h("div", { class: "spots sides" });
    this.mains = h("div", { class: "spots mains" });
    this.plate = h("div", { class: "plate" }, this.clock, h("span", { class: "who" }, this.player, this.stack, this.staked, this.badge));
    this.free = h("div", { class: "free", hidden: true });
    this.layout = h("div", { class: "layout" }, this.mains, this.sides);
    this.append(this.layout, this.hands, this.plate, this.free);
  }

  show(number, picture, hooks) {
    const { seat, mine, turn } = this.begin(number, picture);
    setClasses(this, { away: seat.connected === false });
    this.#free(number, seat, hooks);
    this.hands.hidden = this.layout.hidden = this.plate.hidden = !seat.player;
    if (!seat.player) return;
    this.#tellPlate(seat, mine, turn, picture);
    this.#layHands(number, mine, picture, hooks);
    this.#laySpots(number, mine, picture, hooks);
  }

  #free(number, seat, hooks) {
    this.free.hidden = Boolean(seat.player);
    if (seat.player) return;
    if (!this.free.firstChild) {
      this.sit = h("button", { type: "button", class: "sit", onclick: () => hooks.sit(number) }, h("span", {}, "Sit", h("span", { class: "roomy" }, " here")));
      this.free.append(h("span", { class: "seat-number", "aria-hidden": "true" }, String(number)), this.sit);
    }
    this.sit.hidden = !hooks.maySit;
    setAttribute(this.sit, "aria-label", `Sit here, seat ${number}`);
  }

  #tellPlate(seat, mine, turn, picture) {
    setText(this.player, mine ? `${seat.player} (you)` : picture.seatName(seat.seat));
    const out = this.tellChips(seat, turn, picture);
    setClasses(this.stack, { long: this.stack.textContent.length > 7 });
    setText(this.staked, out ? `${dollars(out)} out` : "");
    const ready = picture.now.phase === "betting" && seat.ready;
    this.tellBadge(seat, picture, ready ? "Ready" : seat.bot ? "Bot" : seat.connected === false ? "Away" : "");
  }

  #layHands(number, mine, picture, hooks) {
    const calls = picture.calls(number);
    const aside = asideOf(number, picture);
    const raised = picture.raised(number);
    const zones = picture.zonesOf(number);
    const playing = handInPlay(number, picture);
    setAttribute(this.hands, "data-hands", zones.length > 3 ? "many" : zones.length);
    keep(this.hands, zones, {
      key: (place) => place.zone,
      make: () => h("div", { class: "hand" }, h("card-row"), h("span", { class: "call" })),
      update: (hand, place) => {
        const [row, call] = hand.children;
        const cards = place.cards.map((each) => ({ ...each, aside: each.card && aside.has(each.card) }));
        row.lay(cards, {
          size: mine ? null : "small",
          picks: mine ? hooks.picksAt(number) : 0,
          verb: hooks.picksFor(number),
          onpick: (picked) => hooks.picked(number, picked),
          raised,
        });
        setText(call, calls.get(place.zone) ?? (zones.length === 1 ? calls.get("") ?? "" : ""));
        call.hidden = !call.textContent;
        setAttribute(call, "title", call.textContent);
        setClasses(hand, { "in-play": zones.length > 1 && playing === place.zone });
      },
    });
  }

  #laySpots(number, mine, picture, hooks) {
    const out = picture.spotsOf(number);
    const settled = picture.settledOf(number);
    const free = picture.log.filter((entry) => entry?.kind === "FreeBet" && entry.seat === number);
    const all = spotsFor(picture, [...out, ...free], settled, mine ? hooks.bets(number) : []);
    const lay = (row, spots) => {
      row.hidden = !spots.length;
      keep(row, spots, {
        key: (spot) => `${spot.wager.id}${spot.tip ? " tip" : ""}`,
        make: () => h("wager-spot"),
        update: (element, spot) => element.show(this.#spot(number, spot, { out, free, settled, mine, picture, hooks })),
      });
    };
    const rows = mine && all.length < 6 ? 1 : 2;
    setClasses(this.layout, { two: rows > 1, several: all.length > 3 });
    setClasses(this, { crowded: all.length > MOST_SPOTS });
    this.layout.style.setProperty("--columns", String(Math.max(2, Math.ceil(all.length / rows))));
    this.layout.style.setProperty("--half", String(Math.ceil(all.length / 2)));
    lay(this.sides, all.filter((spot) => spot.wager.kind === "side"));
    lay(this.mains, all.filter((spot) => spot.wager.kind !== "side"));
  }

  #spot(number, { wager, tip }, { out, free, settled, mine, picture, hooks }) {
    const same = (each) => each.wager === wager.id && Boolean(each.tip) === tip;
    const cents = out.find(same)?.cents ?? 0;
    const result = settled.find(same) ?? null;
    const offered = mine ? hooks.bets(number).find(same) : null;
    const next = offered ? afterChip(offered, hooks.chip) : null;
    return {
      wager, tip, cents, free: tip ? 0 : free.filter(same).reduce((sum, each) => sum + each.cents, 0), brief: !mine, settled: cents > 0 ? null : result && { ...result, reason: picture.reason(result) }, values: picture.description.chips,
      wanted: mine && picture.now.choices.some((choice) => choice.seat === number && choice.wager === wager.id),
      hint: next ? `Press to make it ${dollars(next)}.` : offered?.amounts ? "No more may be put here." : "Press to add a chip.",
      bet: offered && {
        put: () => hooks.press(number, wager.id, tip),
        back: () => hooks.back(number, wager.id, tip),
      },
    };
  }
}

/** The spots of the layout, and those that only this round has (a split hand's, insurance). */
function spotsFor(picture, out, settled, bets) {
  const known = picture.description.wagers.filter((wager) => wager.kind !== "side" || wager.on_offer);
  const spots = known.map((wager) => ({ wager, tip: false }));
  for (const each of [...out, ...settled, ...bets]) {
    if (spots.some((spot) => spot.wager.id === each.wager && spot.tip === Boolean(each.tip))) continue;
    const base = known.find((wager) => wager.id === each.wager.split("/")[0]);
    const wager = { kind: "decision", ...base, id: each.wager, name: picture.wagerName(each.wager), short: picture.shortWagerName(each.wager) };
    const after = spots.findLastIndex((spot) => spot.wager.id.split("/")[0] === base?.id && handOf(spot.wager.id) <= handOf(each.wager));
    spots.splice(after < 0 ? spots.length : after + 1, 0, { wager, tip: Boolean(each.tip) });
  }
  return spots;
}

/** Which of a split seat's hands a wager lies on. */
function handOf(id) {
  return Number(id.split("/")[1] ?? 1);
}

/** Cards that their player has laid aside. */
function asideOf(seat, picture) {
  const laid = picture.log.filter((entry) => entry?.kind === "Laid" && entry.seat === seat).at(-1);
  return new Set((laid?.aside ?? []).filter(Boolean));
}

/** Which hand of a split seat is being played. */
function handInPlay(seat, picture) {
  if (picture.now.turn?.seat !== seat) return null;
  const went = picture.log.filter((entry) => entry?.kind === "NextHand" && entry.seat === seat).at(-1);
  return went?.zone ?? picture.zonesOf(seat)[0]?.zone ?? null;
}

customElements.define("seat-place", SeatPlace);
