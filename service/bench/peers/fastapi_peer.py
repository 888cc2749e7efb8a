"""What a team would write first in Python: FastAPI and asyncpg, one insert per request."""
import json
import re
import socket
import sys
import uuid
from typing import Literal

import asyncpg
import uvicorn
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel, Field

settings = json.loads(sys.argv[1])
app = FastAPI()


class Deposit(BaseModel):
    player_id: uuid.UUID
    msisdn: str = Field(regex=r"^\+237\d{9}$")
    amount_xaf: int = Field(ge=100)
    operator: Literal["mtn", "orange"]
    reference: str = Field(min_length=1, max_length=128)


@app.on_event("startup")
async def open_pool():
    app.state.pool = await asyncpg.create_pool(
        min_size=settings["pool"], max_size=settings["pool"], **settings["connection"]
    )


@app.post("/api/v1/deposits")
async def create(deposit: Deposit, x_api_key: str = Header(default="")):
    if x_api_key != settings["key"]:
        raise HTTPException(401, "The API key is missing or unknown.")
    number = uuid.uuid4()
    created_at = await app.state.pool.fetchval(
        settings["insert"],
        number,
        deposit.player_id,
        deposit.msisdn,
        deposit.amount_xaf,
        deposit.operator,
        deposit.reference,
    )
    return {
        "service_tx_id": number,
        **deposit.dict(),
        "state": "pending",
        "created_at": created_at,
    }


listener = socket.socket()
listener.bind(("127.0.0.1", 0))
print(f"http://localhost:{listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False)).run([listener])
