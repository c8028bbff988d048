// Money as the house writes it. Cents stay whole numbers; nothing here adds or multiplies wagers.

/** `$5`, `$7.50`, `$1,250`. */
export function dollars(cents) {
  const sign = cents < 0 ? "−" : "";
  const whole = Math.abs(cents);
  const units = Math.floor(whole / 100).toLocaleString("en-US");
  const rest = whole % 100;
  return `${sign}$${units}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** The same with a plus sign before a gain. */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** Dollars typed by a person, in cents; null when they are none. */
export function typedCents(text) {
  const typed = String(text).trim().replace(/^\$/, "").replaceAll(",", "");
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return null;
  const [units, rest = ""] = typed.split(".");
  return Number(units) * 100 + Number(rest.padEnd(2, "0"));
}
