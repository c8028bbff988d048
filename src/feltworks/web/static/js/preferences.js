// The reader's switches: theme, motion, speed, sound, clock, colours, index. They live in this browser alone.

const OFFERED = {
  theme: { label: "Appearance", values: [["", "As the system"], ["light", "Light"], ["dark", "Dark"]] },
  motion: { label: "Motion", values: [["", "As the system"], ["on", "On"], ["off", "Off"]] },
  speed: { label: "Dealing", values: [["", "Usual"], ["quick", "Quick"], ["slow", "Slow"]] },
  sound: { label: "Sound", values: [["", "On"], ["off", "Off"]] },
  clock: { label: "Clock when alone", values: [["", "No"], ["on", "Yes"]] },
  suits: { label: "Suits", values: [["", "Two colours"], ["four", "Four colours"]] },
  index: { label: "Card index", values: [["", "Classic"], ["large", "Large"]] },
};

export { OFFERED };

/** What is chosen, or the empty text. */
export function chosen(name) {
  return document.documentElement.dataset[name] ?? "";
}

/** Sets a switch for this page and the next ones. */
export function choose(name, value) {
  if (value) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
  remember(name, value);
}

/** Keeps a small text in this browser; the empty one forgets it. */
export function remember(name, value) {
  try {
    if (value) localStorage.setItem(`feltworks.${name}`, value);
    else localStorage.removeItem(`feltworks.${name}`);
  } catch {
    // Without storage the switch holds for this page only.
  }
}

/** What was kept, or the empty text. */
export function recalled(name) {
  try {
    return localStorage.getItem(`feltworks.${name}`) ?? "";
  } catch {
    return "";
  }
}

/** Whether things may move. */
export function moves() {
  const motion = chosen("motion");
  if (motion) return motion === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
