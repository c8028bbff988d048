// A key held down too long presses nothing a second time. The first press often takes its button away
// and puts the focus on what comes next; the key's repeats would then press that, unasked for.

const PRESSED = "button, summary, a[href], select, input";
const TYPED = "input:not([type=button], [type=checkbox], [type=radio], [type=range], [type=submit])";

/** Whether the key does more to what it is pressed on than writing a letter. */
function presses(key, target) {
  if (key === "Enter") return target.matches?.(PRESSED);
  return key === " " && target.matches?.(PRESSED) && !target.matches(TYPED);
}

addEventListener(
  "keydown",
  (event) => {
    if (!event.repeat || !presses(event.key, event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
