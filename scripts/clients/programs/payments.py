import os

from holdfast_payments_api_client import AuthenticatedClient
from holdfast_payments_api_client.api.invoice_templates import create_invoice_template, get_invoice_template_by_id
from holdfast_payments_api_client.models import (
    InvoiceTemplateCreateParams,
    InvoiceTemplateLineCostFixed,
    InvoiceTemplateSingleLine,
    PaymentParams,
)

client = AuthenticatedClient(
    base_url=os.environ["HOLDFAST_API_URL"] + "/v2", token=os.environ["HOLDFAST_API_KEY"], timeout=60
)
body = InvoiceTemplateCreateParams.from_dict(
    {
        "shopID": os.environ["HOLDFAST_SHOP_ID"],
        "lifetime": {"days": 1, "months": 0, "years": 0},
        "details": {
            "templateType": "InvoiceTemplateSingleLine",
            "product": "book",
            "price": {"costType": "InvoiceTemplateLineCostFixed", "currency": "RUB", "amount": 1000},
        },
    }
)
made = create_invoice_template.sync(client=client, body=body, x_request_id="python-create")
read = get_invoice_template_by_id.sync(made.invoice_template.id, client=client, x_request_id="python-read")
assert isinstance(read.details, InvoiceTemplateSingleLine), read
assert isinstance(read.details.price, InvoiceTemplateLineCostFixed), read
assert read.details.price.amount == 1000, read

# A payment may omit makeRecurrent.
payment = PaymentParams.from_dict(
    {"flow": {"type": "PaymentFlowInstant"}, "payer": {"payerType": "CustomerPayer", "customerID": "customer"}}
)
assert "makeRecurrent" not in payment.to_dict(), payment
