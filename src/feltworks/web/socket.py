"""The WebSocket of a table: reads a client's requests, sends the table's messages.

One task reads and one writes; the table itself never waits for a client.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from feltworks.web.dependencies import address_of
from feltworks.web.floor.connections import Connection
from feltworks.web.floor.floor import Floor
from feltworks.web.floor.runner import TableRunner
from feltworks.web.protocol.replies import RefusedReply
from feltworks.web.protocol.requests import read_request

router = APIRouter()
NO_TABLE, TOO_MUCH = 4404, 4408


@router.websocket("/ws/table/{table}")
async def table_socket(socket: WebSocket, table: str) -> None:
    """A client's connection to a table, as a player or watching."""
    floor: Floor = socket.app.state.floor
    settings = socket.app.state.settings
    await socket.accept()
    guest = socket.app.state.sessions.guest(socket.cookies)
    runner = floor.find(table, guest)
    address = address_of(socket)
    open_here: Counter[str] = socket.app.state.sockets
    is_full = (
        floor.connections() >= settings.most_connections
        or open_here[address] >= settings.connections_an_address
    )
    if runner is None or is_full:
        await socket.close(NO_TABLE if runner is None else TOO_MUCH)
        return
    open_here[address] += 1
    connection = Connection(guest, settings.messages_a_second)
    runner.connect(connection)
    writer = asyncio.create_task(_write(socket, connection))
    try:
        await _read(socket, connection, runner)
    finally:
        open_here[address] -= 1
        if not open_here[address]:
            del open_here[address]
        runner.disconnect(connection)
        connection.close(1000)
        with suppress(Exception):
            await writer


async def _write(socket: WebSocket, connection: Connection) -> None:
    with suppress(WebSocketDisconnect, RuntimeError, OSError):
        while (text := await connection.next_text()) is not None:
            await socket.send_text(text)
        if socket.client_state is WebSocketState.CONNECTED:
            await socket.close(connection.closed_with or 1000)


async def _read(socket: WebSocket, connection: Connection, runner: TableRunner) -> None:
    loop = asyncio.get_running_loop()
    while connection.closed_with is None:
        try:
            received = await socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return
        if received["type"] != "websocket.receive":
            return
        if connection.is_flooding(loop.time()):
            connection.close(TOO_MUCH)
            return
        text = received.get("text") or received.get("bytes") or ""
        message = read_request(text)
        if isinstance(message, str):
            connection.tell(RefusedReply(rule="bad-message", text=message))
        else:
            runner.ask(connection, message)
