// Types for openapi-fetch, and the client that hey-api writes.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from '../run.mjs';

const compilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

const typescript = { typescript: '5.9.3' };

export const openapiTypescript = npmGenerator({
  name: 'openapi-typescript',
  version: '7.13.0',
  packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
  // Else a field that has a default would have to be sent.
  generate: ({ document }) => ({
    program: 'openapi-typescript',
    args: [`${document}.json`, '-o', 'client.ts', '--default-non-nullable', 'false'],
  }),
  calls: {
    payments: `
import createClient from 'openapi-fetch';
import type { components, paths } from './client';

type Schemas = components['schemas'];
const client = createClient<paths>({ baseUrl: 'https://api.example/v2' });

export async function pay(): Promise<string | undefined> {
  const { data } = await client.POST('/processing/invoices/{invoiceID}/payments', {
    params: { path: { invoiceID: 'invoice' }, header: { 'X-Request-ID': 'request' } },
    body: { flow: { type: 'PaymentFlowInstant' }, payer: { payerType: 'CustomerPayer', customerID: 'customer' } },
  });
  return data?.payer.payerType === 'CustomerPayer' ? data.payer.customerID : undefined;
}

export function addressOf({ userInteraction }: Schemas['PaymentInteractionRequested']): string {
  return userInteraction.interactionType === 'Redirect' ? userInteraction.request.uriTemplate : '';
}

// @ts-expect-error there is no such topic
export const scope: Schemas['WebhookParams']['scope'] = { topic: 'none', shopID: 'shop', eventTypes: [] };
`,
    wallets: `
import createClient from 'openapi-fetch';
import type { components, paths } from './client';

const client = createClient<paths>({ baseUrl: 'https://api.example/wallet/v0' });

export async function keep(): Promise<string | undefined> {
  const { data } = await client.POST('/destinations', {
    params: { header: { 'X-Request-ID': 'request' } },
    body: {
      name: 'card',
      identity: 'identity',
      currency: 'RUB',
      resource: { type: 'BankCardDestinationResource', token: 'token' },
    },
  });
  return data?.resource.type === 'BankCardDestinationResource' ? data.resource.lastDigits : undefined;
}

// @ts-expect-error there is no such topic
export const scope: components['schemas']['WebhookParameters']['scope'] = { topic: 'none', eventTypes: [] };
`,
  },
});

export const heyApi = npmGenerator({
  name: 'hey-api',
  version: '0.95.0',
  packages: { '@hey-api/openapi-ts': '0.95.0' },
  generate: ({ document }) => ({ program: 'openapi-ts', args: ['-i', `${document}.json`, '-o', 'client', '--silent'] }),
  calls: {
    payments: `
import { createPayment, type PaymentInteractionRequested } from './client';

export async function pay(): Promise<string | undefined> {
  const { data } = await createPayment({
    path: { invoiceID: 'invoice' },
    headers: { 'X-Request-ID': 'request' },
    body: { flow: { type: 'PaymentFlowInstant' }, payer: { payerType: 'CustomerPayer', customerID: 'customer' } },
  });
  return data?.payer.payerType === 'CustomerPayer' ? data.payer.customerID : undefined;
}

export function addressOf({ userInteraction }: PaymentInteractionRequested): string {
  return userInteraction.interactionType === 'Redirect' ? userInteraction.request.uriTemplate : '';
}
`,
    wallets: `
import { createDestination } from './client';

export async function keep(): Promise<string | undefined> {
  const { data } = await createDestination({
    headers: { 'X-Request-ID': 'request' },
    body: {
      name: 'card',
      identity: 'identity',
      currency: 'RUB',
      resource: { type: 'BankCardDestinationResource', token: 'token' },
    },
  });
  return data?.resource.type === 'BankCardDestinationResource' ? data.resource.lastDigits : undefined;
}
`,
  },
});

function npmGenerator({ name, version, packages, generate, calls }) {
  const dependencies = { ...packages, ...typescript };
  return {
    name,
    version,
    needs: 'npm',
    fetch: (folder) => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
      return [{ command: 'npm', args: ['install', '--no-audit', '--no-fund', '--silent'], cwd: folder }];
    },
    steps: ({ tools, folder, document }) => {
      symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'), 'dir');
      writeFileSync(join(folder, 'call.ts'), calls[document]);
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['call.ts'] }));
      const { program, args } = generate({ document });
      return [
        { command: join(tools, 'node_modules', '.bin', program), args, cwd: folder },
        { command: binary('tsc'), args: ['-p', '.'], cwd: folder },
      ];
    },
  };
}
