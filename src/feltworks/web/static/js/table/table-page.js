// The page of a house-banked table.

import "../shell.js";
import { h } from "../dom.js";
import { RoomPage } from "../room/room-page.js";
import "./banked-felt.js";
import "./table-dock.js";

new RoomPage(h("banked-felt"), () => h("table-dock"));
