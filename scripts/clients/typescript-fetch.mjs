// The typescript-fetch client of openapi-generator.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from '../run.mjs';
import { openapiGenerator } from './openapi-generator.mjs';
import { compilerOptions } from './typescript.mjs';

const settings = `
declare const process: { env: Record<string, string> };
const { HOLDFAST_API_URL = '', HOLDFAST_API_KEY = '', HOLDFAST_SHOP_ID = '', HOLDFAST_IDENTITY_ID = '' } = process.env;
const auth = { Authorization: \`Bearer \${HOLDFAST_API_KEY}\` };
const header = () => ({ 'X-Request-ID': Math.random().toString(36).slice(2) });
`;

const destination = `
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

const calls = {
  payments: `
import { Configuration, InvoicesApi, PaymentResourcesApi, PaymentsApi } from './client';
${settings}
const configure = (accessToken: string) => new Configuration({ basePath: \`\${HOLDFAST_API_URL}/v2\`, accessToken });
const xRequestID = () => header()['X-Request-ID'];

async function main(): Promise<void> {
  const { invoice, invoiceAccessToken } = await new InvoicesApi(configure(HOLDFAST_API_KEY)).createInvoice({
    xRequestID: xRequestID(),
    invoiceParams: {
      shopID: HOLDFAST_SHOP_ID,
      dueDate: new Date(Date.now() + 3_600_000),
      amount: 1000,
      currency: 'RUB',
      product: 'book',
      metadata: { order: 'A-7' },
    },
  });
  const payer = configure(invoiceAccessToken.payload);
  const resource = await new PaymentResourcesApi(payer).createPaymentResource({
    xRequestID: xRequestID(),
    paymentResourceParams: {
      paymentTool: { paymentToolType: 'CardData', cardNumber: '4242424242424242', expDate: '12/30', cvv: '123' },
      clientInfo: { fingerprint: 'browser' },
    },
  });
  const payments = new PaymentsApi(payer);
  const { paymentToolToken, paymentSession } = resource;
  const made = await payments.createPayment({
    xRequestID: xRequestID(),
    invoiceID: invoice.id,
    paymentParams: {
      flow: { type: 'PaymentFlowInstant' },
      payer: { payerType: 'PaymentResourcePayer', paymentToolToken, paymentSession, contactInfo: {} },
    },
  });
  const path = { invoiceID: invoice.id, paymentID: made.id };
  const read = await payments.getPaymentByID({ xRequestID: xRequestID(), ...path });
  const tool = read.payer.payerType === 'PaymentResourcePayer' ? read.payer.paymentToolDetails : undefined;
  const last4 = tool?.detailsType === 'PaymentToolDetailsBankCard' ? tool.last4 : undefined;
  if (read.amount !== 1000 || last4 !== '4242') throw new Error(\`the payment is \${JSON.stringify(read)}\`);
}
void main();
`,
  wallets: `
import { Configuration, DestinationsApi, type DestinationResource } from './client';
${settings}
const configuration = { basePath: \`\${HOLDFAST_API_URL}/wallet/v0\`, accessToken: HOLDFAST_API_KEY };
const destinations = new DestinationsApi(new Configuration(configuration));
${destination}
async function main(): Promise<void> {
  const xRequestID = header()['X-Request-ID'];
  const made = await destinations.createDestination({ xRequestID, destinationParameters: destination });
  const read = await destinations.getDestination({ xRequestID, destinationID: made.id ?? '' });
  assertSame(read.resource);
}
void main();
`,
};

export const typescriptFetch = {
  name: 'typescript-fetch',
  version: openapiGenerator.version,
  needs: ['java', 'mvn'],
  fetch: (folder) => {
    writeFileSync(join(folder, 'pom.xml'), openapiGenerator.writeProject());
    return [openapiGenerator.copy(folder)];
  },
  steps: ({ tools, folder, document, samples }) => {
    writeFileSync(join(folder, 'call.ts'), calls[document] ?? `export * from './client';\n`);
    writeFileSync(join(folder, 'unions.ts'), writeReadings(samples));
    const files = ['call.ts', 'unions.ts', 'client/index.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    return [
      openapiGenerator.generate({ tools, folder, language: 'typescript-fetch', document }),
      { command: binary('tsc'), args: ['-p', '.'], cwd: folder },
      ...['unions', 'call'].map((name) => ({
        command: process.execPath,
        args: [`compiled/${name}.js`],
        cwd: folder,
      })),
    ];
  },
};

/** Reads each value as its union, which the compiler narrows by its field, and writes it unchanged, without read-only fields. */
function writeReadings(samples) {
  const readings = samples.map(
    ({ union, propertyName, kind, variant, value }, index) => `
export const read${index} = (union: Client.${union}): Client.${variant} | undefined =>
  union.${propertyName} === '${kind}' ? union : undefined;
const value${index}: object = ${JSON.stringify(value)};
assertSame(read${index}(Client.${union}FromJSON(value${index})), Client.${union}ToJSON, value${index});
`,
  );
  return `import * as Client from './client';
declare function require(name: string): any;
const assert = require('node:assert/strict');
export const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_name, each) => (typeof each === 'string' ? each.replace(/(T00:00:00)?(\\.000)?Z$/, '') : each));
function assertSame(read: unknown, write: (union: any) => unknown, value: object): void {
  assert.deepEqual(plain(read), plain(value));
  assertWithin(plain(write(read)), plain(value));
}
function assertWithin(part: any, whole: any): void {
  if (typeof part !== 'object') return assert.equal(part, whole);
  for (const [name, each] of Object.entries(part)) assertWithin(each, whole[name]);
}
${readings.join('')}`;
}
