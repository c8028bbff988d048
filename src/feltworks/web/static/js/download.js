// A file that came inside an answer, handed to the browser to be kept.

/** `told` has the file's name, its type and its content in base64. */
export function keepFile({ name, type, base64 }) {
  keep(name, type, Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

/** The same of a text. */
export function keepText(name, type, text) {
  keep(name, type, text);
}

function keep(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
