// The odds page: what is asked stands in the address, so that a figure can be sent to somebody.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { Counter, sentence } from "./count.js";
import { wagerSection, whatIfSection } from "./figures.js";
import { mistakesSection } from "./mistakes.js";
import { papersSection } from "./papers.js";
import { Strategy } from "./strategy.js";
import { keepGame, ownGames, playGame } from "../practice/playing.js";
import "./switches.js";

const switches = document.querySelector("odds-switches");
const status = document.querySelector(".odds-status");
const place = document.querySelector(".odds-answer");
const play = document.querySelector(".odds-play");
const strategy = new Strategy(document.querySelector(".odds-strategy"));
const counter = new Counter();
const openings = new Counter();
// On a small screen the figure comes first, and what may be changed is one press away.
document.querySelector(".odds-change").open = !matchMedia("(max-width: 56rem)").matches;

async function fromAddress(games) {
  const asked = new URLSearchParams(location.search);
  if (asked.has("kept")) return fromLink(asked.get("kept"));
  const known = games.some((game) => game.id === asked.get("game"));
  const cents = Number(asked.get("jackpot"));
  return {
    game: known ? asked.get("game") : games[0].id,
    options: pairs(asked.getAll("set")),
    pays: pairs(asked.getAll("pay")),
    jackpot_cents: asked.has("jackpot") && Number.isSafeInteger(cents) && cents >= 0 ? cents : null,
  };
}

/** A game that was kept under a link. */
async function fromLink(id) {
  const { game, text, name, options, pays } = await ask(`/api/practice/games/${encodeURIComponent(id)}`);
  return { game, text, file: text ? name : null, options, pays: pairs(pays), jackpot_cents: null };
}

const pairs = (texts) => Object.fromEntries(texts.filter((text) => text.includes("=")).map((text) => [text.slice(0, text.lastIndexOf("=")), text.slice(text.lastIndexOf("=") + 1)]));

function toAddress({ game, options, pays, jackpot_cents: cents }) {
  const told = new URLSearchParams();
  if (game) told.set("game", game);
  for (const [id, value] of Object.entries(options)) told.append("set", `${id}=${value}`);
  for (const [row, odds] of Object.entries(pays)) told.append("pay", `${row}=${odds}`);
  if (cents !== null) told.set("jackpot", cents);
  history.replaceState(null, "", told.size ? `?${told}` : location.pathname);
}

function question({ game, text, options, pays }) {
  return { game, text, options, pays: Object.entries(pays).map(([row, odds]) => `${row}=${odds}`) };
}

/** A count that takes more milliseconds is a long one. */
const LONG_COUNT = 5000;

async function count() {
  const asked = switches.asked;
  toAddress(asked);
  strategy.stop();
  play.hidden = true;
  place.setAttribute("aria-busy", "true");
  say("Counting.", true);
  // Nobody has to wait for a long count to play.
  const waiting = setTimeout(() => place.replaceChildren(uncounted(asked)), LONG_COUNT);
  let told;
  try {
    told = await counter.count("counts", { ...question(asked), jackpot_cents: asked.jackpot_cents }, (now) => say(sentence(now), true));
  } catch (refusal) {
    place.removeAttribute("aria-busy");
    say(refusal.message);
    return;
  } finally {
    clearTimeout(waiting);
  }
  if (told === null) return;
  place.removeAttribute("aria-busy");
  draw(asked, told);
}

function say(text, busy = false) {
  status.replaceChildren(text);
  status.classList.remove("counted");
  if (busy) status.append(" ", h("button", { type: "button", class: "plain", onclick: stop }, "Stop"));
}

function stop() {
  counter.stop();
  place.removeAttribute("aria-busy");
  place.replaceChildren(uncounted(switches.asked));
  say("Stopped.");
}

/** A game that is not counted here, or not yet: whether it can be played all the same is asked. */
function uncounted(asked) {
  const section = h("div", { class: "uncounted" });
  openings.count("openings", question(asked)).then((told) => {
    if (told?.answer) section.replaceChildren(h("p", { class: "quiet" }, "It can be played all the same."), playLine(asked));
    else if (told) section.replaceChildren(h("p", { class: "problem" }, `${told.says}.`));
  }, () => {});
  return section;
}

/** The way to play a game, or why there is none. */
function playOf(asked, { refused, cannot_play: reason }) {
  if (reason === null) return playLine(asked);
  return reason === refused ? "" : h("p", { class: "problem" }, `It cannot be played: ${reason}.`);
}

function draw(asked, told) {
  if (told.state === "refused") {
    say(told.mistakes.length ? "The file has mistakes." : `${told.says}.`);
    place.replaceChildren(told.mistakes.length ? mistakesSection(asked.file ?? "The file", told.mistakes) : uncounted(asked));
    if (told.mistakes.length) switches.show(null);
    return;
  }
  const { game, sheet, bars, refused, what_if: whatIf, ties } = told.answer;
  const way = playOf(asked, told.answer);
  switches.show(game);
  const rule = ties ? h("p", { class: "quiet small ties" }, `Where choices are worth the same: ${ties}.`) : "";
  const name = h("header", {}, h("h2", { class: "game-name" }, game.name), h("p", {}, game.title), rule);
  const about = h("p", { class: "quiet small" }, game.approval, " ", asked.game ? h("a", { href: `/rules/${asked.game}` }, "Its rules") : "");
  if (refused) {
    say("This game cannot be counted as asked.");
    place.replaceChildren(name, h("p", { class: "problem" }, `${refused}.`), way, about);
    return;
  }
  say(`${game.name}: counted.`);
  status.classList.add("counted");
  // The figure comes first, and the way to play it right below; only a wager on the layout is first.
  const isAway = (id) => game.not_on_layout.includes(id);
  const [headline] = Object.keys(sheet.wagers).filter((id) => !isAway(id));
  const others = Object.keys(sheet.wagers).filter((id) => id !== headline).sort((one, other) => isAway(one) - isAway(other));
  const section = (id) => wagerSection(id, sheet.wagers[id], bars[id] ?? [], game);
  const first = headline ? section(headline) : "";
  if (first) first.querySelector(".edge").after(way);
  else name.append(way);
  const sides = first ? " Its side wagers:" : " With these options the layout has no side wager.";
  place.replaceChildren(name,
    whatIf ? whatIfSection(whatIf, game) : "",
    !game.between_players ? "" : h("p", { class: "quiet" }, `The main game is between players: the house has no edge in it.${sides}`),
    first, about, ...others.map(section),
    papersSection(question(asked)));
  if (!sheet.wagers.main) return;
  play.hidden = false;
  strategy.show(question(asked));
}

/** The way to a private table for the game as it is asked about, and to the link that names it. */
function playLine(asked) {
  const told = h("span", { class: "small", role: "status" });
  const act = (then) => async () => {
    told.textContent = "One moment.";
    try {
      const game = await keepGame(question(asked));
      told.textContent = "";
      await then(game);
    } catch (refusal) {
      told.textContent = refusal.message;
    }
  };
  const share = (game) => {
    const link = new URL(game.path, location.href).href;
    told.replaceChildren(h("a", { href: game.path }, link), " leads to this game for a day.");
    navigator.clipboard?.writeText(link).then(() => told.append(" It is copied."), () => {});
  };
  return h("p", { class: "play-line" },
    h("button", { type: "button", class: "primary play-this", onclick: act(playGame) }, "Play this game"), " ",
    h("button", { type: "button", onclick: act(share) }, "A link to it"), " ", told);
}

/** An address may name a game that is not shipped. */
function tellUnknown(games) {
  const wanted = new URLSearchParams(location.search).get("game");
  if (wanted === null || games.some((game) => game.id === wanted)) return;
  const note = h("p", { class: "problem", role: "alert" }, `There is no game ${wanted} on the shelf; this is ${games[0].name}.`);
  status.before(note);
  switches.addEventListener("asked", () => note.remove(), { once: true });
}

switches.addEventListener("asked", count);
ownGames().then((games) => games && document.querySelector(".odds-results").append(games), () => {});

try {
  const games = await ask("/api/odds/games");
  tellUnknown(games);
  switches.begin(games, await fromAddress(games));
  count();
} catch (refusal) {
  say(refusal.message);
}
