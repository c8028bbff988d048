// The page of a table where players play each other.

import "../shell.js";
import { h } from "../dom.js";
import { RoomPage } from "../room/room-page.js";
import "./ring-dock.js";
import "./ring-felt.js";

new RoomPage(h("ring-felt"), () => h("ring-dock"));
