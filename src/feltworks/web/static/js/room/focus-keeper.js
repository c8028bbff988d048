// Where the keyboard focus goes. A press often removes the very button it was made on: a form that was
// sent, a seat that was taken, a choice that was made. The focus would then be lost, and a player
// without a mouse would begin at the top again. So it is moved to what replaces the button.

/** Whether the focus is on nothing, or on something that can no longer be pressed. */
export function isFocusLost() {
  const at = document.activeElement;
  return !at || at === document.body || at.disabled || !at.checkVisibility();
}

/** The first of these that can be pressed now. */
export function firstOf(root, ...selectors) {
  for (const selector of selectors) {
    const found = [...root.querySelectorAll(selector)].find((each) => !each.disabled && each.checkVisibility());
    if (found) return found;
  }
  return null;
}

export class FocusKeeper {
  #wanted = null;
  #wasIn = false;

  /** `dock` is the part whose buttons come and go with the round. */
  constructor(dock) {
    this.dock = dock;
    dock.tabIndex = -1;
    document.addEventListener("focusin", (event) => (this.#wasIn = dock.contains(event.target)));
    // A player who moves the focus himself is not called back.
    const forget = (event) => {
      if (!event.repeat) this.#wanted = null;
    };
    for (const moved of ["keydown", "pointerdown"]) document.addEventListener(moved, forget, true);
  }

  /** When the focus is lost, it goes to what `find()` gives, as soon as there is something. */
  goOn(find) {
    this.#wanted = find;
    this.look();
  }

  /**
   * After each drawing. After a press on a button of the dock the focus stays in the dock: on the dock
   * itself, so that a key held too long decides nothing.
   */
  look() {
    if (document.querySelector("dialog[open]") || !isFocusLost()) return;
    const to = this.#wanted ? this.#wanted() : this.#wasIn && this.dock.checkVisibility() ? this.dock : null;
    to?.focus({ preventScroll: to === this.dock });
    if (to) this.#wanted = null;
  }
}
