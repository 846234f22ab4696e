"""Run by `npm run clients` with the installed wheel and the message of a real webhook."""

import os
import uuid
from datetime import datetime, timedelta, timezone
from pathlib import Path

from holdfast_client import payments, wallets
from holdfast_client.payments.api.invoices import create_invoice, get_invoice_by_id
from holdfast_client.payments.models import InvoiceParams
from holdfast_client.wallets.api.identities import get_identity
from holdfast_client.webhooks import WebhookRefused, is_signed, read_event

url, token = os.environ["HOLDFAST_API_URL"], os.environ["HOLDFAST_API_KEY"]


def request_id() -> str:
    return uuid.uuid4().hex


client = payments.AuthenticatedClient(base_url=f"{url}/v2", token=token, timeout=60)
due = (datetime.now(timezone.utc) + timedelta(hours=1)).isoformat()
body = InvoiceParams.from_dict(
    {
        "shopID": os.environ["HOLDFAST_SHOP_ID"],
        "dueDate": due,
        "amount": 1000,
        "currency": "RUB",
        "product": "book",
        "metadata": {"order": "A-7"},
    }
)
created = create_invoice.sync(client=client, body=body, x_request_id=request_id())
read = get_invoice_by_id.sync(created.invoice.id, client=client, x_request_id=request_id())
assert read.amount == 1000, read

client = wallets.AuthenticatedClient(base_url=f"{url}/wallet/v0", token=token, timeout=60)
identity = get_identity.sync(os.environ["HOLDFAST_IDENTITY_ID"], client=client, x_request_id=request_id())
assert identity.id == os.environ["HOLDFAST_IDENTITY_ID"], identity

message = Path(os.environ["WEBHOOK_BODY_FILE"]).read_bytes()
signature, key = os.environ["CONTENT_SIGNATURE"], os.environ["WEBHOOK_PUBLIC_KEY"]


def refusal(*args, **options):
    try:
        read_event(*args, **options)
    except WebhookRefused as refused:
        return refused.reason
    return None


assert read_event(message, signature, key)["eventType"] == "InvoiceCreated"
assert refusal(message, signature, key, max_age=timedelta(hours=1)) is None
assert refusal(message, signature, key, max_age=timedelta(milliseconds=1)) == "age"
assert refusal(message + b" ", signature, key) == "signature"
start = signature.index("digest=") + len("digest=")
assert not is_signed(message, signature[:start] + "AAAAAAAA" + signature[start + 8 :], key)
assert not is_signed(message, signature.replace("RS256", "none"), key)
assert not is_signed(message, None, key)
