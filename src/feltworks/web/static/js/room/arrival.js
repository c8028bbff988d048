// A guest who pressed "Sit down" in the lobby gets a seat, once he has a name: at a table of players
// with the usual chips.

export class Arrival {
  #wanted = new URLSearchParams(location.search).has("sit");

  /** With the first picture of a table: asks for a name, or takes a seat. */
  look(page) {
    if (!this.#wanted) return;
    const { now, description, mySeats } = page.picture;
    if (!now.you) return page.parts.guest.querySelector("input")?.focus();
    this.#wanted = false;
    history.replaceState(null, "", location.pathname);
    const free = now.seats.filter((each) => !each.player).map((each) => each.seat);
    if (mySeats.length || !free.length || now.phase === "closed") return;
    const cents = Math.min(description.ring?.usual_buy_in_cents ?? 0, now.you.stack_cents);
    page.sit({ seat: free[Math.floor(free.length / 2)], ...(description.ring ? { cents } : {}) });
  }
}
