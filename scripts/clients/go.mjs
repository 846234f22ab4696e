// The package that oapi-codegen writes.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = 'v2.8.2';
const RUNTIME = 'v1.8.0';
const MODULE = 'holdfast.example/call';

const calls = {
  payments: `package main

import (
	"context"

	"${MODULE}/client"
)

func main() {
	api, err := client.NewClientWithResponses("https://api.example/v2")
	if err != nil {
		panic(err)
	}
	var body client.PaymentParams
	if err := body.Payer.FromCustomerPayer(client.CustomerPayer{CustomerID: "customer"}); err != nil {
		panic(err)
	}
	params := &client.CreatePaymentParams{XRequestID: "request"}
	answer, err := api.CreatePaymentWithResponse(context.Background(), "invoice", params, body)
	if err != nil {
		panic(err)
	}
	payer, err := answer.JSON201.Payer.ValueByDiscriminator()
	if customer, ok := payer.(client.CustomerPayer); err == nil && ok {
		println(customer.CustomerID)
	}
}
`,
  wallets: `package main

import (
	"context"

	"${MODULE}/client"
)

func main() {
	api, err := client.NewClientWithResponses("https://api.example/wallet/v0")
	if err != nil {
		panic(err)
	}
	body := client.DestinationParameters{Name: "card", Identity: "identity", Currency: "RUB"}
	if err := body.Resource.FromBankCardDestinationResource(client.BankCardDestinationResource{Token: "token"}); err != nil {
		panic(err)
	}
	params := &client.CreateDestinationParams{XRequestID: "request"}
	answer, err := api.CreateDestinationWithResponse(context.Background(), params, body)
	if err != nil {
		panic(err)
	}
	println(answer.JSON201.Name)
}
`,
};

/** Of the module that a call is compiled in, made once so that nothing has to be resolved again. */
const moduleFile = `module ${MODULE}\n\ngo 1.22\n\nrequire github.com/oapi-codegen/runtime ${RUNTIME}\n`;
const imports = `package main

import (
	_ "github.com/oapi-codegen/runtime"
	_ "github.com/oapi-codegen/runtime/types"
)

func main() {}
`;

export const go = {
  name: 'go',
  version: `${VERSION}-${RUNTIME}`,
  needs: 'go',
  asksVersion: 'version',
  fetch: (folder) => {
    writeFileSync(join(folder, 'go.mod'), moduleFile);
    writeFileSync(join(folder, 'main.go'), imports);
    const generator = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${VERSION}`;
    return [
      { command: 'go', args: ['install', generator], cwd: folder, env: { GOBIN: folder } },
      { command: 'go', args: ['mod', 'tidy'], cwd: folder },
    ];
  },
  steps: ({ tools, folder, document }) => {
    for (const file of ['go.mod', 'go.sum']) cpSync(join(tools, file), join(folder, file));
    mkdirSync(join(folder, 'client'));
    writeFileSync(join(folder, 'main.go'), calls[document]);
    const settings = ['-generate', 'types,client', '-package', 'client', '-o', 'client/client.gen.go'];
    return [
      { command: join(tools, 'oapi-codegen'), args: [...settings, `${document}.json`], cwd: folder },
      { command: 'go', args: ['vet', '.'], cwd: folder },
    ];
  },
};
