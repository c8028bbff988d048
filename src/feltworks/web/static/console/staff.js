// The staff: who may use the console, and changing the own password.

import { ask } from "../js/api.js";
import { h } from "../js/dom.js";
import { field, form, may, send, table } from "./forms.js";

const ROLES = { operator: "Operator: runs the house", supervisor: "Supervisor: runs the tables", cashier: "Cashier: chips and counts", dealer: "Dealer: deals", auditor: "Auditor: looks" };

export async function staffView(place, member) {
  const found = await ask("/api/console/staff");
  const again = () => staffView(place, member);
  const path = (each) => `/api/console/staff/${encodeURIComponent(each.name)}`;
  const remove = (each) => {
    if (!may(member, "accounts") || each.name === member.name) return "";
    return form({ submit: "Take off", primary: false, run: () => send(path(each), undefined, "DELETE"), then: again });
  };
  const role = (each) => {
    if (!may(member, "accounts") || each.name === member.name) return each.role;
    const select = roles(each.role, { "aria-label": `Role of ${each.name}` });
    return form({ submit: "Change role", primary: false, class: "row", run: () => send(`${path(each)}/role`, { role: select.value }, "PUT"), then: again }, select);
  };
  place.replaceChildren(h("h2", {}, "Staff"),
    table("Staff", [["Name", (each) => each.name], ["Role", role], ["", remove]], found),
    h("div", { class: "columns" }, may(member, "accounts") ? newMember(again) : "", ownPassword(member)));
}

function roles(chosen, attributes) {
  return h("select", attributes, ...Object.entries(ROLES).map(([role, says]) => h("option", { value: role, selected: role === chosen }, says)));
}

function newMember(again) {
  const name = h("input", { id: "new-name", required: true, maxlength: 40, autocomplete: "off" });
  const password = h("input", { id: "new-member-password", type: "password", required: true, minlength: 10, maxlength: 200, autocomplete: "new-password" });
  const role = roles("auditor", { id: "new-role" });
  const add = () => send("/api/console/staff", { name: name.value, role: role.value, password: password.value });
  return form({ submit: "Put on the staff", run: add, then: again }, h("h3", {}, "Somebody new"), field("new-name", "Name", name), field("new-role", "Role", role), field("new-member-password", "Password", password, "At least 10 characters"));
}

function ownPassword(member) {
  const old = h("input", { id: "old-password", type: "password", required: true, autocomplete: "current-password", maxlength: 200 });
  const fresh = h("input", { id: "fresh-password", type: "password", required: true, minlength: 10, maxlength: 200, autocomplete: "new-password" });
  const change = async () => {
    await send("/api/console/password", { password: old.value, new_password: fresh.value }, "PUT");
    return "Changed. Log in again with the new one.";
  };
  return form({ submit: "Change", primary: false, run: change }, h("h3", {}, "Your password"), h("input", { type: "text", hidden: true, readonly: true, autocomplete: "username", value: member.name }), field("old-password", "The old one", old), field("fresh-password", "The new one", fresh, "At least 10 characters"));
}
