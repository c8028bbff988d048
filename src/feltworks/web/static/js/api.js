// Questions to the server, as JSON. What it refuses is an error with the server's own sentence.

/** `told` is the whole answer, if there was one. */
export class Refusal extends Error {
  constructor(text, status, told = null) {
    super(text);
    this.status = status;
    this.told = told;
  }
}

/** Asks and gives the answer's JSON; a `Refusal` where the server says no or cannot be reached. */
export async function ask(path, { method = "GET", body } = {}) {
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("The card room does not answer. Is it still running?", 0);
  }
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(sentence(told), answer.status, told);
  return told;
}

let wish = null;

/** Buys play money. A purchase whose answer was lost is asked again under the same key. */
export async function buyChips(cents) {
  if (wish?.cents !== cents) wish = { cents, key: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("") };
  try {
    const told = await ask("/api/session/chips", { method: "POST", body: wish });
    wish = null;
    return told;
  } catch (error) {
    // Neither without an answer nor with a server's trouble is it known whether chips were sold.
    if (error.status && error.status < 500) wish = null;
    throw error;
  }
}

function sentence(told) {
  const detail = told?.detail;
  if (typeof detail === "string") return detail;
  if (Array.isArray(detail) && detail[0]?.msg) return detail.map((each) => each.msg).join(". ");
  return "The card room could not do that.";
}
