import os

from holdfast_wallets_api_client import AuthenticatedClient
from holdfast_wallets_api_client.api.destinations import create_destination, get_destination
from holdfast_wallets_api_client.models import DestinationParameters, DigitalWalletDestinationResource

client = AuthenticatedClient(
    base_url=os.environ["HOLDFAST_API_URL"] + "/wallet/v0", token=os.environ["HOLDFAST_API_KEY"], timeout=60
)
body = DestinationParameters.from_dict(
    {
        "name": "wallet",
        "identity": os.environ["HOLDFAST_IDENTITY_ID"],
        "currency": "RUB",
        "resource": {"type": "DigitalWalletDestinationResource", "id": "w-1", "provider": "webmoney"},
    }
)
made = create_destination.sync(client=client, body=body, x_request_id="python-create")
read = get_destination.sync(made.id, client=client, x_request_id="python-read")
assert isinstance(read.resource, DigitalWalletDestinationResource), read
assert read.resource.to_dict()["provider"] == "webmoney", read
