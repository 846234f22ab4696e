// The clients of openapi-fetch and hey-api.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from '../run.mjs';

export const compilerOptions = {
  strict: true,
  outDir: 'compiled',
  skipLibCheck: true,
  target: 'es2022',
  module: 'commonjs',
  moduleResolution: 'node10',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

const typescript = { typescript: '5.9.3' };

export const settings = `
declare const process: { env: Record<string, string> };
const { HOLDFAST_API_URL = '', HOLDFAST_API_KEY = '', HOLDFAST_SHOP_ID = '', HOLDFAST_IDENTITY_ID = '' } = process.env;
const auth = { Authorization: \`Bearer \${HOLDFAST_API_KEY}\` };
const header = () => ({ 'X-Request-ID': Math.random().toString(36).slice(2) });
`;

/** The calls of both clients. */
const template = `
const template = {
  shopID: HOLDFAST_SHOP_ID,
  lifetime: { days: 1, months: 0, years: 0 },
  details: {
    templateType: 'InvoiceTemplateSingleLine',
    product: 'book',
    price: { costType: 'InvoiceTemplateLineCostFixed', currency: 'RUB', amount: 1000 },
  },
} as const;

function assertFixed(details: InvoiceTemplateDetails | undefined): void {
  const price = details?.templateType === 'InvoiceTemplateSingleLine' ? details.price : undefined;
  const amount: number | undefined = price?.costType === 'InvoiceTemplateLineCostFixed' ? price.amount : undefined;
  if (amount !== 1000) throw new Error(\`the price is \${JSON.stringify(details)}\`);
}
`;

export const destination = `
const destination = {
  name: 'wallet',
  identity: HOLDFAST_IDENTITY_ID,
  currency: 'RUB',
  resource: { type: 'DigitalWalletDestinationResource', id: 'w-1', provider: 'webmoney' },
} as const;

function assertSame(resource: DestinationResource | undefined): void {
  const provider = resource?.type === 'DigitalWalletDestinationResource' ? resource.provider : undefined;
  if (provider !== 'webmoney') throw new Error(\`the resource is \${JSON.stringify(resource)}\`);
}
`;

export const openapiTypescript = npmGenerator({
  name: 'openapi-typescript',
  version: '7.13.0',
  packages: { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0' },
  generate: ({ document }) => ({ program: 'openapi-typescript', args: [`${document}.json`, '-o', 'client.ts'] }),
  imports: "import type { components } from './client';\ntype Schemas = components['schemas'];\n",
  typeOf: (schema) => `Schemas['${schema}']`,
  // The package calls the platform.
  calls: {
    payments: `
import type { components } from './client';
type Schemas = components['schemas'];

export const payment: Schemas['PaymentParams'] = {
  flow: { type: 'PaymentFlowInstant' },
  payer: { payerType: 'CustomerPayer', customerID: 'customer' },
};

export function addressOf({ userInteraction }: Schemas['PaymentInteractionRequested']): string {
  return userInteraction.interactionType === 'Redirect' ? userInteraction.request.uriTemplate : '';
}

// @ts-expect-error unknown topic
export const scope: Schemas['WebhookParams']['scope'] = { topic: 'none', shopID: 'shop', eventTypes: [] };
`,
    wallets: `
import type { components } from './client';
// @ts-expect-error unknown topic
export const scope: components['schemas']['WebhookParameters']['scope'] = { topic: 'none', eventTypes: [] };
`,
  },
});

export const heyApi = npmGenerator({
  name: 'hey-api',
  version: '0.95.0',
  packages: { '@hey-api/openapi-ts': '0.95.0' },
  generate: ({ document }) => ({ program: 'openapi-ts', args: ['-i', `${document}.json`, '-o', 'client', '--silent'] }),
  imports: "import type * as Schemas from './client';\n",
  // hey-api writes abbreviations in mixed case.
  typeOf: (schema) => `Schemas.${schema.replace(/(?<=[A-Z])[A-Z]+(?=[A-Z][a-z]|$)/g, (rest) => rest.toLowerCase())}`,
  calls: {
    payments: `
import { createInvoiceTemplate, getInvoiceTemplateById } from './client';
import type { InvoiceTemplateDetails, PaymentInteractionRequested, PaymentParams } from './client';
import { client } from './client/client.gen';
${settings}
client.setConfig({ baseUrl: \`\${HOLDFAST_API_URL}/v2\`, headers: auth });
${template}
async function main(): Promise<void> {
  const made = await createInvoiceTemplate({ headers: header(), body: template });
  const path = { invoiceTemplateID: made.data?.invoiceTemplate.id ?? '' };
  const read = await getInvoiceTemplateById({ headers: header(), path });
  assertFixed(read.data?.details);
}
void main();

export const payment: PaymentParams = {
  flow: { type: 'PaymentFlowInstant' },
  payer: { payerType: 'CustomerPayer', customerID: 'customer' },
};

export function addressOf({ userInteraction }: PaymentInteractionRequested): string {
  return userInteraction.interactionType === 'Redirect' ? userInteraction.request.uriTemplate : '';
}
`,
    wallets: `
import { createDestination, getDestination, type DestinationResource } from './client';
import { client } from './client/client.gen';
${settings}
client.setConfig({ baseUrl: \`\${HOLDFAST_API_URL}/wallet/v0\`, headers: auth });
${destination}
async function main(): Promise<void> {
  const made = await createDestination({ headers: header(), body: destination });
  const read = await getDestination({ headers: header(), path: { destinationID: made.data?.id ?? '' } });
  assertSame(read.data?.resource);
}
void main();
`,
  },
});

function npmGenerator({ name, version, packages, generate, imports, typeOf, calls }) {
  const dependencies = { ...packages, ...typescript };
  return {
    name,
    version,
    needs: ['npm'],
    fetch: (folder) => {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
      return [{ command: 'npm', args: ['install', '--no-audit', '--no-fund', '--silent'], cwd: folder }];
    },
    steps: ({ tools, folder, document, samples }) => {
      symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'), 'dir');
      writeFileSync(join(folder, 'call.ts'), calls[document] ?? `export type * from './client';\n`);
      writeFileSync(join(folder, 'unions.ts'), imports + samples.map(writeReading(typeOf)).join(''));
      const files = ['call.ts', 'unions.ts'];
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const { program, args } = generate({ document });
      return [
        { command: join(tools, 'node_modules', '.bin', program), args, cwd: folder },
        { command: binary('tsc'), args: ['-p', '.'], cwd: folder },
        { command: process.execPath, args: ['compiled/call.js'], cwd: folder },
      ];
    },
  };
}

/** Code that the compiler accepts only if the union is discriminated by its field. */
function writeReading(typeOf) {
  return ({ union, propertyName, kind, variant, value }, index) => `
const value${index}: ${typeOf(union)} = ${JSON.stringify(value)};
export const read${index} = (union: ${typeOf(union)} = value${index}): ${typeOf(variant)} | undefined =>
  union.${propertyName} === '${kind}' ? union : undefined;
`;
}
