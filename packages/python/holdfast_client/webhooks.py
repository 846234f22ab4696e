"""The check of webhook signatures."""

import base64
import json
import re
from datetime import datetime, timedelta, timezone
from typing import Any, Optional

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

# Armour of PEM and line breaks, also as JSON escapes them.
ARMOUR = re.compile(r"-----[^-]+-----|\\n|\s")


class WebhookRefused(Exception):
    """A message that must not be processed: answer it with 403. The reason is `signature` or `age`."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def is_signed(body: bytes, signature: Optional[str], public_key: str) -> bool:
    """Verifies the header Content-Signature on the bytes of the body; the key is PEM, or base64 from the Wallet API."""
    match = re.fullmatch(r"alg=RS256;\s*digest=([\w=-]+)", signature or "", re.ASCII)
    if match is None:
        return False
    key = serialization.load_der_public_key(base64.b64decode(ARMOUR.sub("", public_key)))
    digest = match[1].rstrip("=")
    try:
        key.verify(base64.urlsafe_b64decode(digest + "=" * (-len(digest) % 4)), body, padding.PKCS1v15(), hashes.SHA256())
    except (InvalidSignature, ValueError):
        return False
    return True


def read_event(
    body: bytes, signature: Optional[str], public_key: str, max_age: Optional[timedelta] = None
) -> dict[str, Any]:
    """Reads the event of a signed message. Deliveries are retried for 24 hours and may be replayed later, so `max_age`
    is for endpoints that must not process an old event; a repeated event is recognised by its `eventID`."""
    if not is_signed(body, signature, public_key):
        raise WebhookRefused("signature")
    event = json.loads(body)
    occurred_at = datetime.fromisoformat(event["occuredAt"].replace("Z", "+00:00"))
    if max_age is not None and datetime.now(timezone.utc) - occurred_at > max_age:
        raise WebhookRefused("age")
    return event
