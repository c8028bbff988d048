// Safekeeping: backups, the archive of old rounds, guests who are forgotten.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { field, form, may, send, table } from "./forms.js";

const size = (bytes) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export async function keepingView(place, member) {
  const kept = await ask("/api/console/backups");
  const acts = may(member, "keep");
  const again = () => keepingView(place, member);
  const link = (each) => h("a", { href: `/api/console/backups/${encodeURIComponent(each.name)}`, download: each.name }, each.name);
  const files = (caption, found, name) => (found.length ? table(caption, [["File", name], ["Size", (each) => size(each.bytes), true]], found) : h("p", {}, `No ${caption.toLowerCase()} yet.`));
  place.replaceChildren(h("h2", {}, "Safekeeping"),
    h("p", { class: "quiet" }, "A backup is the books at one moment; tables go on meanwhile. Deck keys and passwords are not in it. Keep backups, keys and seals on different machines. Books are restored at the terminal: feltworks house restore."),
    h("h3", {}, "Backups"), acts ? backups(again) : "", files("Backups", kept.backups, link),
    h("h3", {}, "Archive"),
    h("p", { class: "quiet small" }, "Transcripts, moves and decks of old rounds go into a file; the chain keeps their hashes."),
    acts ? archives(again) : "", files("Archives", kept.archives, (each) => each.name),
    h("p", { class: "small quiet" }, "Folder ", h("code", {}, kept.folder)),
    h("h3", {}, "Guests"),
    h("p", { class: "quiet small" }, "The books know a guest by a pseudonym. One who asks is forgotten by name; chips and rounds stay as they are. Older backups have the name until they are removed."),
    guests(acts));
}

function backups(again) {
  const keep = h("input", { id: "backup-keep", inputmode: "numeric", pattern: "[0-9]*" });
  const run = () => send("/api/console/backups", { keep: keep.value ? Number(keep.value) : null });
  return form({ submit: "Take a backup", run, then: again, class: "row" }, field("backup-keep", "How many stay (empty: all)", keep));
}

function archives(again) {
  const before = h("input", { id: "archive-before", type: "date", required: true });
  const run = () => send("/api/console/archives", { before: before.value });
  return form({ submit: "Archive", primary: false, run, then: again, class: "row" }, field("archive-before", "Rounds that ended before", before));
}

function guests(acts) {
  const name = h("input", { id: "guest-name", maxlength: 60, autocomplete: "off" });
  const list = h("div", {});
  const load = async () => {
    const found = await ask(`/api/console/guests?${new URLSearchParams({ name: name.value.trim() })}`);
    const forget = (each) => (acts && each.name ? form({ submit: "Forget", primary: false, sure: `Forget ${each.name}? The name cannot be brought back.`, then: load,
      run: () => send(`/api/console/guests/${encodeURIComponent(each.player)}/forget`) }) : "");
    list.replaceChildren(found.length ? table("Guests", [["Name", (each) => each.name ?? "–"], ["In the books", (each) => h("code", {}, each.player)], ["Last here", (each) => each.seen], ["", forget]], found) : h("p", {}, "Nobody of that name."));
  };
  return h("div", {}, form({ submit: "Find", primary: false, run: load, class: "row" }, field("guest-name", "Part of a name", name)), list);
}
