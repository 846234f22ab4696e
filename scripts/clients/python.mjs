// The package that openapi-python-client writes. Python compiles as it imports, so the call is made up to the network.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '0.29.1';

const calls = {
  payments: `
from holdfast_payments_api_client.api.payments import create_payment
from holdfast_payments_api_client.models import CustomerPayer, PaymentInteractionRequested, PaymentParams, Redirect

body = PaymentParams.from_dict(
    {
        "flow": {"type": "PaymentFlowInstant"},
        "payer": {"payerType": "CustomerPayer", "customerID": "customer"},
    }
)
assert isinstance(body.payer, CustomerPayer), body.payer
request = create_payment._get_kwargs("invoice", body=body, x_request_id="request")
assert request["json"]["payer"] == {"payerType": "CustomerPayer", "customerID": "customer"}, request

change = PaymentInteractionRequested.from_dict(
    {
        "changeType": "PaymentInteractionRequested",
        "paymentID": "payment",
        "userInteraction": {
            "interactionType": "Redirect",
            "request": {"requestType": "BrowserGetRequest", "uriTemplate": "https://bank.example"},
        },
    }
)
assert isinstance(change.user_interaction, Redirect), change
assert change.user_interaction.request.uri_template == "https://bank.example"
`,
  wallets: `
from holdfast_wallets_api_client.api.destinations import create_destination
from holdfast_wallets_api_client.models import BankCardDestinationResource, DestinationParameters

body = DestinationParameters(
    name="card",
    identity="identity",
    currency="RUB",
    resource=BankCardDestinationResource.from_dict({"type": "BankCardDestinationResource", "token": "token"}),
)
request = create_destination._get_kwargs(body=body, x_request_id="request")
assert request["json"]["resource"] == {"type": "BankCardDestinationResource", "token": "token"}, request
`,
};

export const python = {
  name: 'python',
  version: VERSION,
  needs: 'python3',
  // Not a virtual environment, which could not be moved to its place.
  fetch: (folder) => [
    {
      command: 'python3',
      args: [
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '--target',
        folder,
        `openapi-python-client==${VERSION}`,
      ],
    },
  ],
  steps: ({ tools, folder, document }) => {
    writeFileSync(join(folder, 'call.py'), calls[document]);
    // Whatever formats the code is not asked for: it need not be there.
    writeFileSync(join(folder, 'config.yml'), 'post_hooks: []\n');
    const client = join(folder, 'client');
    const env = { PYTHONPATH: [tools, client].join(':') };
    const generate = ['generate', '--path', `${document}.json`, '--config', 'config.yml', '--output-path', client];
    return [
      { command: 'python3', args: ['-m', 'openapi_python_client', ...generate, '--fail-on-warning'], cwd: folder, env },
      { command: 'python3', args: ['-m', 'compileall', '-q', client], cwd: folder },
      { command: 'python3', args: ['call.py'], cwd: folder, env },
    ];
  },
};
