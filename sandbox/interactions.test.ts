import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserRequest, UserInteraction } from '../domain/payments/payment/user-interaction';
import { ARRIVAL_TIMEOUT_MS } from '../tests/harness/timeouts';
import type { Sandbox } from './server';
import { TEST_CARDS, type TestCard } from './test-cards';
import { TEST_CRYPTO_CURRENCIES, TEST_TERMINALS } from './test-tools';
import { aSandbox, TEST_SECRET } from './testing';
import { listenLocally } from '../tests/harness/local-server';

type Received = { operationID: string; body: string; signature: string | undefined };
type CallResult = { status: string; failure?: string; interaction?: UserInteraction };

let sandbox: Sandbox;
let merchant: Server;
let callbackUrl: string;
const received: Received[] = [];
/** Operations whose next callback is refused. */
const refusedOnce = new Set<string>();

beforeAll(async () => {
  merchant = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { operationID } = JSON.parse(body) as { operationID: string };
      received.push({ operationID, body, signature: request.headers['x-sandbox-signature'] as string | undefined });
      response.writeHead(refusedOnce.delete(operationID) ? 500 : 204).end();
    });
  });
  callbackUrl = `${await listenLocally(merchant)}/callbacks/sandbox`;
  sandbox = await aSandbox({ lifetimes: { neverCompletedMs: 3_000 } });
});

afterAll(async () => {
  await sandbox.stop();
  await new Promise((resolve) => merchant.close(resolve));
});

let counter = 0;

async function authorise(
  paymentTool: object,
  returnUrl?: string,
  fields?: object,
): Promise<CallResult & { operationID: string }> {
  counter += 1;
  const operationID = `interaction/${counter}`;
  const answer = await post('/operations', {
    kind: 'authorise',
    operationID,
    amount: 123_456,
    currency: 'RUB',
    paymentTool,
    callbackUrl,
    returnUrl,
    merchantName: 'Цветы <b>и</b> книги',
    description: 'Заказ № 7',
    ...fields,
  });
  return (await answer.json()) as CallResult & { operationID: string };
}

function post(path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function lookUp(operationID: string): Promise<CallResult> {
  return (await (await fetch(`${sandbox.url}/operations/${encodeURIComponent(operationID)}`)).json()) as CallResult;
}

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  for (const end = Date.now() + ARRIVAL_TIMEOUT_MS; Date.now() < end; await sleep(50)) {
    const value = await look();
    if (value !== undefined) return value;
  }
  throw new Error('the condition was never met');
}

function cardTool(kind: TestCard['kind'], request?: 'get' | 'post'): object {
  const card = TEST_CARDS.find((row) => row.kind === kind && (!request || row.threeDSecure?.request === request));
  return { type: 'card', cardNumber: card?.pan, expDate: '12/24', cvv: '123' };
}

const terminationUri = 'https://shop.example/done?order=7&x=1';

/** Follows a browser request (RFC 6570 with one variable). */
async function open(interaction: UserInteraction | undefined): Promise<{ url: string; page: string }> {
  if (interaction?.interactionType !== 'Redirect') throw new Error('there is no redirect');
  const { request } = interaction;
  const url = request.uriTemplate.replace('{termination_uri}', encodeURIComponent(terminationUri));
  const answer = await fetch(url, request.requestType === 'BrowserPostRequest' ? getForm(request) : {});
  return { url: url.replace(/\?.*$/, ''), page: await answer.text() };
}

function getForm({ form }: Extract<BrowserRequest, { requestType: 'BrowserPostRequest' }>): RequestInit {
  const fields = form.map(({ key, template }): [string, string] => [
    key,
    template.replace('{termination_uri}', terminationUri),
  ]);
  return { method: 'POST', body: new URLSearchParams(fields) };
}

/** Submits a decision on the page. */
async function press(opened: { url: string; page: string }, decision: 'confirm' | 'refuse'): Promise<Response> {
  const action = /<form[^>]*action="([^"]+)"/.exec(opened.page)?.[1] ?? '';
  const body = new URLSearchParams({ decision });
  return fetch(new URL(action, opened.url), { method: 'POST', body, redirect: 'manual' });
}

test('the page shows an amount with the decimals of ISO 4217', async () => {
  const card = cardTool('threeDSecureSuccess', 'get');
  const shown = async (fields: object) => (await open((await authorise(card, undefined, fields)).interaction)).page;
  expect(await shown({ amount: 150_000, currency: 'HUF' })).toContain('1\u00a0500,00\u00a0Ft');
  expect(await shown({ amount: 150_000, currency: 'JPY' })).toContain('150\u00a0000\u00a0¥');
});

test.each([
  ['threeDSecureSuccess', 'post'],
  ['threeDSecureSuccess', 'get'],
  ['threeDSecure2Success', 'post'],
  ['threeDSecure2Success', 'get'],
] as const)('a payer confirms on the page and returns to the shop: %s by %s', async (kind, request) => {
  const { operationID, interaction } = await authorise(cardTool(kind, request));
  const opened = await open(interaction);
  expect(opened.page).toMatch(/<html lang="ru">/);
  expect(opened.page).toContain('1\u00a0234,56\u00a0₽');
  expect(opened.page).toContain('Цветы &lt;b&gt;и&lt;/b&gt; книги');
  expect((await lookUp(operationID)).status).toBe('interactionRequired');
  const pressed = await press(opened, 'confirm');
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, terminationUri]);
  expect(await lookUp(operationID)).toMatchObject({ status: 'approved', effects: 1 });
});

test('a signed callback is retried until it is accepted', async () => {
  const { operationID, interaction } = await authorise(cardTool('threeDSecureSuccess'));
  refusedOnce.add(operationID);
  await press(await open(interaction), 'confirm');
  const ofThis = () => received.filter((callback) => callback.operationID === operationID);
  await until(() => Promise.resolve(ofThis().length >= 2 ? true : undefined));
  for (const { body, signature } of ofThis()) {
    expect(JSON.parse(body)).toEqual({ operationID });
    expect(signature).toBe(createHmac('sha256', TEST_SECRET).update(body).digest('hex'));
  }
  await sleep(300);
  expect(ofThis()).toHaveLength(2);
});

test('a refusal by the payer or the bank declines the operation', async () => {
  const refused = await authorise(cardTool('threeDSecureSuccess'));
  await press(await open(refused.interaction), 'refuse');
  const failed = await authorise(cardTool('threeDSecureFailure'));
  await press(await open(failed.interaction), 'confirm');
  for (const { operationID } of [refused, failed]) {
    expect(await lookUp(operationID)).toMatchObject({ status: 'declined', failure: 'preauthorization_failed:unknown' });
  }
});

test('a decision is final', async () => {
  const { operationID, interaction } = await authorise(cardTool('threeDSecureSuccess'));
  const opened = await open(interaction);
  await Promise.all([press(opened, 'confirm'), press(opened, 'confirm'), press(opened, 'confirm')]);
  await press(opened, 'refuse');
  expect(await lookUp(operationID)).toMatchObject({ status: 'approved', effects: 1 });
  expect((await open(interaction)).page).toContain('Операция подтверждена');
});

test('an undecided interaction expires', async () => {
  const { operationID, interaction } = await authorise(cardTool('threeDSecureTimeout'));
  const pressed = await press(await open(interaction), 'confirm');
  expect(await pressed.text()).toContain('Ожидаем ответ банка');
  const ended = await until(async () => {
    const seen = await lookUp(operationID);
    return seen.status === 'declined' ? seen : undefined;
  });
  expect(ended.failure).toBe('preauthorization_failed:unknown');
  await until(() => Promise.resolve(received.some((callback) => callback.operationID === operationID) || undefined));
});

test('a void ends a pending interaction', async () => {
  const { operationID, interaction } = await authorise(cardTool('threeDSecureSuccess'));
  const opened = await open(interaction);
  await post('/operations', { kind: 'void', operationID: `${operationID}/void`, authorisationID: operationID });
  const pressed = await press(opened, 'confirm');
  expect(pressed.status).toBe(303);
  expect(await lookUp(operationID)).toMatchObject({ status: 'declined', effects: 0 });
});

test('every terminal has the interaction of its row', async () => {
  const types = {
    receipt: 'PaymentTerminalReceipt',
    qrCode: 'QrCodeDisplayRequest',
    apiExtension: 'ApiExtensionRequest',
  };
  for (const { provider, interaction } of TEST_TERMINALS) {
    const answer = await authorise({ type: 'paymentTerminal', provider });
    expect(answer.interaction?.interactionType).toBe(types[interaction.type as keyof typeof types]);
    await post(`/interactions/${encodeURIComponent(answer.operationID)}`, { decision: 'confirm' });
    expect((await lookUp(answer.operationID)).status).toBe('approved');
  }
  const unknown = await authorise({ type: 'paymentTerminal', provider: 'nobody' });
  expect(unknown.failure).toBe('authorization_failed:payment_tool_rejected:unknown');
});

test('a receipt is paid by code, a transfer by address', async () => {
  const receipt = await authorise({ type: 'paymentTerminal', provider: 'euroset' });
  const { cryptoCurrency } = TEST_CRYPTO_CURRENCIES[0] ?? {};
  const transfer = await authorise({ type: 'cryptoWallet', cryptoCurrency });
  expect(transfer.interaction).toMatchObject({ symbolicCode: 'BTC', cryptoAmount: '0.00024692' });
  for (const { operationID, interaction } of [receipt, transfer]) {
    const code = interaction?.interactionType === 'PaymentTerminalReceipt' ? interaction.shortPaymentID : undefined;
    const address = interaction?.interactionType === 'CryptoCurrencyTransferRequest' ? interaction.cryptoAddress : '';
    const found = await fetch(`${sandbox.url}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ code: code ?? address }),
    });
    expect(found.status).toBe(200);
    await press({ url: found.url, page: await found.text() }, 'confirm');
    expect((await lookUp(operationID)).status).toBe('approved');
  }
  const wrong = await fetch(`${sandbox.url}/pay`, { method: 'POST', body: new URLSearchParams({ code: 'WRONG' }) });
  expect(wrong.status).toBe(404);
});

test('a QR code contains the address of the payment page', async () => {
  const tool = { type: 'paymentTerminal', provider: 'qps' };
  const { operationID, interaction } = await authorise(tool, 'https://shop.example/standard');
  const url = interaction?.interactionType === 'QrCodeDisplayRequest' ? interaction.qrCode : '';
  const pressed = await press({ url, page: await (await fetch(url)).text() }, 'confirm');
  expect(pressed.headers.get('location')).toBe('https://shop.example/standard');
  expect((await lookUp(operationID)).status).toBe('approved');
});

test.each([
  [{ type: 'digitalWallet', provider: 'qiwi', id: 'sandbox-success' }, 'approved', undefined],
  [{ type: 'digitalWallet', provider: 'qiwi', id: 'sandbox-redirect' }, 'interactionRequired', undefined],
  [
    { type: 'digitalWallet', provider: 'qiwi', id: 'sandbox-blocked' },
    'declined',
    'authorization_failed:account_blocked',
  ],
  [{ type: 'mobileCommerce', cc: '7', ctn: '9151111111' }, 'approved', undefined],
  [{ type: 'mobileCommerce', cc: '7', ctn: '9991111112' }, 'declined', 'authorization_failed:insufficient_funds'],
  [{ type: 'mobileCommerce', cc: '7', ctn: '9160000000' }, 'declined', 'authorization_failed:account_not_found'],
  [
    { type: 'cryptoWallet', cryptoCurrency: 'Dogecoin' },
    'declined',
    'authorization_failed:payment_tool_rejected:unknown',
  ],
])('the tool %j is %s', async (tool, status, failure) => {
  const answer = await authorise(tool);
  expect([answer.status, answer.failure]).toEqual([status, failure]);
});

test('a wallet token represents its card in that wallet only', async () => {
  for (const card of TEST_CARDS.filter(({ tokenProvider }) => tokenProvider)) {
    const plain = JSON.stringify({ data: card.pan });
    const token = { ApplePay: Buffer.from(plain).toString('base64'), GooglePay: plain, SamsungPay: card.pan };
    const tools = {
      ApplePay: { merchantID: 'm', paymentToken: token.ApplePay },
      GooglePay: { gatewayMerchantID: 'm', paymentToken: token.GooglePay },
      SamsungPay: { serviceID: 's', referenceID: token.SamsungPay },
    };
    for (const [provider, fields] of Object.entries(tools)) {
      const { status } = await authorise({ type: 'tokenizedCard', provider, ...fields });
      const isApproved = provider === card.tokenProvider && card.outcome.approved;
      expect([card.pan, provider, status]).toEqual([card.pan, provider, isApproved ? 'approved' : 'declined']);
    }
    expect((await authorise({ type: 'card', cardNumber: card.pan, expDate: '12/24' })).status).toBe('declined');
  }
  const yandex = {
    type: 'tokenizedCard',
    provider: 'YandexPay',
    gatewayMerchantID: 'm',
    paymentToken: '2201382000000013',
  };
  expect((await authorise(yandex)).status).toBe('approved');
});

/** How clients fill a template: by RFC 6570, or by text replacement. */
const EXPANSIONS = {
  'by RFC 6570': (template: string) => template.replace('{termination_uri}', encodeURIComponent(terminationUri)),
  'by replacement': (template: string) => template.replace('{termination_uri}', () => terminationUri),
};

const FILLED = Object.entries(EXPANSIONS).flatMap(([how, expand]) =>
  (['post', 'get'] as const).map((request) => [request, how, expand] as const),
);

test.each(FILLED)('a payer returns from a %s with a template filled %s', async (kind, _how, expand) => {
  const { interaction } = await authorise(cardTool('threeDSecureSuccess', kind));
  if (interaction?.interactionType !== 'Redirect') throw new Error('there is no redirect');
  const { request } = interaction;
  const url = expand(request.uriTemplate);
  const fields = request.requestType === 'BrowserPostRequest' ? request.form : [];
  const body = new URLSearchParams(fields.map(({ key, template }): [string, string] => [key, expand(template)]));
  const page = await (await fetch(url, kind === 'post' ? { method: 'POST', body } : {})).text();
  expect(page).toContain('shop.example');
  const pressed = await press({ url: url.replace(/\?.*$/, ''), page }, 'confirm');
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, terminationUri]);
});

test('the authorisation’s return address has priority over the browser’s', async () => {
  const named = 'https://shop.example/named';
  const { interaction } = await authorise(cardTool('threeDSecureSuccess', 'post'), named);
  const pressed = await press(await open(interaction), 'confirm');
  expect(pressed.headers.get('location')).toBe(named);
});

test('a later visitor cannot change the return address', async () => {
  const { interaction } = await authorise(cardTool('threeDSecureSuccess', 'get'));
  const opened = await open(interaction);
  const elsewhere = `?termination_uri=${encodeURIComponent('https://evil.example/')}`;
  expect(await (await fetch(opened.url + elsewhere)).text()).not.toContain('evil.example');
  const body = new URLSearchParams({ decision: 'confirm', termination_uri: 'https://evil.example/' });
  const decided = await fetch(`${opened.url}/decision${elsewhere}`, { method: 'POST', body, redirect: 'manual' });
  expect(decided.headers.get('location')).toBe(terminationUri);
  expect(await (await fetch(opened.url + elsewhere)).text()).not.toContain('evil.example');
});

test('a completed page ignores the visitor’s return address', async () => {
  const { operationID, interaction } = await authorise(cardTool('threeDSecureSuccess', 'get'));
  await post(`/interactions/${encodeURIComponent(operationID)}`, { decision: 'confirm' });
  const { page } = await open(interaction);
  expect(page).toContain('Страницу можно закрыть');
  expect(page).not.toContain('shop.example');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  '//evil.example/',
  'https:\\\\evil.example',
  '{termination_uri}',
  `https://shop.example/${'x'.repeat(2_000)}`,
  '%',
])('a page ignores the invalid return address %s', async (address) => {
  const { interaction } = await authorise(cardTool('threeDSecureSuccess', 'get'), address);
  if (interaction?.interactionType !== 'Redirect') throw new Error('there is no redirect');
  const url = interaction.request.uriTemplate.replace(/\?.*$/, '');
  const place = `${url}?termination_uri=${encodeURIComponent(address)}`;
  const page = await (await fetch(place)).text();
  const pressed = await press({ url, page }, 'confirm');
  expect([pressed.status, pressed.headers.get('location')]).toEqual([200, null]);
});

test('an unknown page has no return address', async () => {
  const answer = await fetch(`${sandbox.url}/3ds/unknown?termination_uri=https://shop.example/`);
  expect([answer.status, (await answer.text()).includes('shop.example')]).toEqual([404, false]);
});

test('pending operations are listed', async () => {
  const { interaction } = await authorise(cardTool('threeDSecureSuccess', 'get'));
  const token =
    interaction?.interactionType === 'Redirect' && /3ds\/([A-Z0-9]+)/.exec(interaction.request.uriTemplate)?.[1];
  expect(await (await fetch(sandbox.url)).text()).toContain(`/3ds/${String(token)}`);
});
