// Logging in at the console, and the first operator.

import { h } from "../js/dom.js";
import { field, form, send } from "./forms.js";

export function loginView(enter) {
  const name = h("input", { id: "name", name: "name", autocomplete: "username", required: true, maxlength: 40 });
  const password = h("input", { id: "password", name: "password", type: "password", autocomplete: "current-password", required: true, maxlength: 200 });
  const logIn = async () => enter(await send("/api/console/session", { name: name.value, password: password.value }));
  return h("section", { class: "panel login" },
    h("h1", {}, "Console"),
    h("p", { class: "quiet" }, "For the staff of the house. Players have no business here."),
    form({ submit: "Log in", run: logIn }, field("name", "Name", name), field("password", "Password", password)));
}

export function setupView(token, enter) {
  const given = h("input", { id: "token", name: "token", required: true, value: token, autocomplete: "off", spellcheck: "false" });
  const name = h("input", { id: "name", name: "name", autocomplete: "username", required: true, maxlength: 40 });
  const password = h("input", { id: "password", name: "password", type: "password", autocomplete: "new-password", required: true, minlength: 10, maxlength: 200 });
  const again = h("input", { id: "again", type: "password", autocomplete: "new-password", required: true, maxlength: 200 });
  const setUp = async () => {
    if (again.value !== password.value) throw new Error("The two passwords are not the same.");
    enter(await send("/api/console/setup", { token: given.value.trim(), name: name.value, password: password.value }));
  };
  return h("section", { class: "panel login" },
    h("h1", {}, "The first operator"),
    h("p", { class: "quiet" }, "Nobody is on the staff yet. The server printed a token where it was started; whoever can read it there sets the first name and password."),
    form({ submit: "Set up", run: setUp },
      field("token", "Token", given), field("name", "Name", name),
      field("password", "Password", password, "At least 10 characters"), field("again", "Password again", again)));
}
