"""The way to a Dask cluster: its scheduler's address or file, certificates, the first answer.

The scheduler is asked who it is before Dask's client is made, because the client retries, and may
wait for ever for one that answers in another protocol.  What is wrong then is told in a sentence.
"""

import asyncio
import json
import os
import socket
import ssl
import sys
from pathlib import Path
from typing import Any

from devices.refusal import RefusedError
from machines.storage.files import file_exists, read_file

WAIT_S = 10
"""So long a scheduler may take to answer, and workers to be there."""
OPTION, CERTIFICATES = "--scheduler", "--certificates"
CERTIFICATE, KEY, AUTHORITY = "cert.pem", "key.pem", "ca.pem"
"""Of scheduler, workers and us; without an authority the certificate is its own."""
TLS = "DASK_DISTRIBUTED__COMM__TLS__"
"""Dask reads its settings from the environment."""
MOST_BYTES = 1 << 20
"""Of a scheduler's file, which names each worker."""


# -- certificates ----------------------------------------------------------------------------------


def use_certificates(folder: Path, scheduler: str | None) -> None:
    """Have Dask speak TLS, and nothing else, with the certificate and the key in a folder.

    Raises RefusedError where one is missing or not to be used, or there is no scheduler.
    """
    if scheduler is None:
        raise RefusedError(CERTIFICATES, "are a cluster's; expected --scheduler as well")
    for file in (CERTIFICATE, KEY):
        if not (folder / file).is_file():
            raise RefusedError(CERTIFICATES, f"{folder} has no {file}; expected it there")
    authority = AUTHORITY if (folder / AUTHORITY).is_file() else CERTIFICATE
    _try_certificates(folder, authority)
    names = {"CA_FILE": authority, "CLIENT__CERT": CERTIFICATE, "CLIENT__KEY": KEY}
    for name, file in names.items():
        os.environ[f"{TLS}{name}"] = str((folder / file).resolve())
    os.environ["DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION"] = "True"
    if (dask := sys.modules.get("dask")) is not None:  # else it reads them when it comes in
        dask.config.refresh()


def _try_certificates(folder: Path, authority: str) -> None:
    """Raises RefusedError for files that TLS can't use."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(folder / authority)
    except (ssl.SSLError, OSError) as error:
        why = f"{folder / authority} is no certificate ({_short(error)}); expected one as PEM"
        raise RefusedError(CERTIFICATES, why) from None
    try:
        context.load_cert_chain(folder / CERTIFICATE, folder / KEY, password=lambda: "")
    except (ssl.SSLError, OSError, ValueError) as error:
        why = f"{folder / KEY} doesn't go with {CERTIFICATE} ({_short(error)}); expected its key"
        raise RefusedError(CERTIFICATES, f"{why}, without a password") from None


# -- the scheduler ---------------------------------------------------------------------------------


def find_address(scheduler: str) -> str:
    """The address that ``--scheduler`` gives, or that the file has.  Raises RefusedError."""
    path = Path(scheduler)
    is_address = "://" in scheduler or scheduler.rpartition(":")[2].isdecimal()
    if not file_exists(path):
        if scheduler.endswith(".json"):
            raise RefusedError(OPTION, f"there is no file {scheduler}; expected a scheduler's")
        if not is_address:
            why = f"{scheduler!r} is no address; expected such as tls://HOST:8786, or a file"
            raise RefusedError(OPTION, why)
        return scheduler
    try:
        found = json.loads(read_file(path, MOST_BYTES))
    except (ValueError, RecursionError):
        found = None
    address = found.get("address") if isinstance(found, dict) else None
    if not isinstance(address, str) or "://" not in address:
        why = f"{scheduler} has no scheduler's address; expected what --scheduler-file wrote"
        raise RefusedError(OPTION, why)
    return address


def ask_scheduler(distributed: Any, address: str) -> tuple[str, dict[str, Any]]:
    """The address as Dask wants it, and what the scheduler says of itself.

    Raises RefusedError where nobody answers, or one who is no scheduler of this version, or TLS is
    expected on one side only or with another certificate.
    """
    arguments = _connection_arguments(distributed)
    encrypted = bool(arguments.get("require_encryption"))
    if "://" not in address:
        address = f"{'tls' if encrypted else 'tcp'}://{address}"
    is_tls = address.startswith(("tls://", "wss://"))
    if is_tls and arguments.get("ssl_context") is None:
        why = f"{address} asks for a certificate; expected {CERTIFICATES} FOLDER too"
        raise RefusedError(OPTION, why)
    if encrypted and not is_tls:
        why = f"{address} isn't encrypted, as {CERTIFICATES} (or Dask's own settings) ask for"
        raise RefusedError(OPTION, f"{why}; expected tls://..., a scheduler with --protocol tls")
    try:
        says = asyncio.run(_ask(distributed, address, arguments))
    except Exception as error:  # whatever; it depends on Dask's version and on who is there
        raise RefusedError(OPTION, _why(address, error)) from None
    if not isinstance(says, dict) or says.get("type") != "Scheduler":
        kind = says.get("type") if isinstance(says, dict) else None
        why = f"{address} is a {str(kind or 'stranger').lower()}'s; expected a scheduler's address"
        raise RefusedError(OPTION, why)
    version, ours = says.get("version"), distributed.__version__
    if version != ours:
        why = f"{address} has Dask {version}; expected {ours}, as here"
        raise RefusedError(OPTION, why)
    return address, says


def _connection_arguments(distributed: Any) -> dict[str, Any]:
    """What Dask's settings say of TLS.  Raises RefusedError if they can't be used."""
    try:
        found: dict[str, Any] = distributed.Security().get_connection_args("client")
    except (OSError, ValueError, TypeError) as error:
        why = f"Dask's settings of TLS can't be used ({_short(error)}); expected its PEM files"
        raise RefusedError(OPTION, why) from None
    return found


async def _ask(distributed: Any, address: str, arguments: dict[str, Any]) -> Any:
    scheduler = distributed.rpc(address, timeout=WAIT_S, connection_args=arguments)
    try:
        says = await asyncio.wait_for(scheduler.identity(), WAIT_S)
        if isinstance(says, dict) and says.get("type") == "Scheduler":
            versions = await asyncio.wait_for(scheduler.versions(), WAIT_S)
            says["version"] = versions["packages"]["distributed"]
        return says
    finally:
        await scheduler.close_rpc()


def _why(address: str, error: BaseException) -> str:
    """Why there was no answer, in a sentence."""
    causes = [error]
    while (before := causes[-1].__cause__ or causes[-1].__context__) is not None:
        causes.append(before)
    short = _short(causes[-1])
    if "wrong version" in short:  # of TLS: the answer was none
        return f"{address} doesn't speak TLS; expected a scheduler with --protocol tls"
    if any(isinstance(one, ssl.SSLError) for one in causes):
        return (
            f"{address} and we don't trust each other ({short}); expected the certificate and the "
            "key that the scheduler was started with"
        )
    if any(
        isinstance(one, TimeoutError | ConnectionRefusedError | socket.gaierror) for one in causes
    ):
        return f"nobody answers at {address} ({short}); expected a Dask scheduler that runs there"
    return (
        f"nobody answers at {address} as a scheduler does ({short}); expected a Dask scheduler's "
        f"address: tls://..., with {CERTIFICATES}, where it speaks TLS"
    )


def _short(error: BaseException) -> str:
    """What an error says, in one line."""
    if isinstance(error, ssl.SSLError) and error.reason:
        return str(getattr(error, "verify_message", "") or error.reason).lower().replace("_", " ")
    words = getattr(error, "strerror", None) or str(error) or "no answer in time"
    return " ".join(str(words).split())
