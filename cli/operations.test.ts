import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from './program';

interface Received {
  request: string;
  body: unknown;
  version: string | undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-operations-'));
const answers = new Map<string, unknown>();
let received: Received[] = [];
let server: Server;

beforeAll(async () => {
  process.env['HOLDFAST_OPERATOR_KEY'] = 'key';
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const line = `${request.method} ${(request.url ?? '').replace('/operators/v1', '')}`;
      received.push({ request: line, body: text && JSON.parse(text), version: request.headers['if-match'] });
      const answer = answers.get(line) ?? {};
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

beforeEach(() => {
  received = [];
  answers.clear();
});

afterAll(() => server.close());

/** Runs a command against the recording server; returns its standard output. */
async function holdfast(...words: string[]): Promise<string> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const written: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  try {
    const program = await createProgram(words);
    const all = [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)];
    all.forEach((command) => command.exitOverride().configureOutput({ writeErr: () => undefined }));
    await program.parseAsync([...words, '--url', url], { from: 'user' });
  } finally {
    write.mockRestore();
  }
  return written.join('');
}

const sent = (): string[] => received.map(({ request }) => request);

test('arguments fill the path, and options the query', async () => {
  answers.set('GET /webhooks/w%201/attempts?subject=invoice%2F1&limit=5', {
    attempts: [{ number: 1 }, { number: 2 }],
    continuationToken: 'next',
  });
  const output = await holdfast('webhook', 'attempts', 'w 1', '--subject', 'invoice/1', '--limit', '5');
  expect(output).toBe('{"number":1}\n{"number":2}\n{"continuationToken":"next"}\n');
});

test('an argument of two parts fills two parameters', async () => {
  answers.set('GET /payments/i-1/2/attempts', { attempts: [{ number: 1 }], acquirerFee: { amount: 5 } });
  expect(await holdfast('payment', 'attempts', 'i-1.2')).toBe('{"number":1}\n{"acquirerFee":{"amount":5}}\n');
  await expect(holdfast('payment', 'attempts', 'i-1')).rejects.toThrow('i-1 is not INVOICE.PAYMENT');
});

test('options fill the body, read by the kind of their field', async () => {
  await holdfast('keys', 'create', '--party', 'p-1', '--scope', 'read,payments', '--expires', '2099-01-01T00:00:00Z');
  await holdfast('keys', 'rotate', 'k-1', '--overlap', '1h');
  await holdfast('webhook', 'standard-headers', 'w-1', 'off');
  await holdfast('party', 'limit', 'p-1', '--per-key', '50');
  expect(received.map(({ request, body }) => [request, body])).toEqual([
    [
      'POST /parties/p-1/api-keys',
      { name: 'unnamed', scopes: ['read', 'payments'], expiresAt: '2099-01-01T00:00:00Z' },
    ],
    ['POST /api-keys/k-1/rotate', { overlapSeconds: 3600 }],
    ['PUT /webhooks/w-1/standard-headers', { enabled: false }],
    ['PUT /parties/p-1/request-limit', { perKey: 50 }],
  ]);
});

test.each([
  [['webhook', 'pause', 'w-1', '--reason', ' '], '--reason must not be empty'],
  [['webhook', 'pause', 'w-1', '--reason', 'x'.repeat(201)], '--reason must have at most 200 characters'],
  [['webhook', 'attempts', 'w-1', '--limit', '1001'], '--limit: at most 1000'],
  [['webhook', 'rotate-key', 'w-1', '--reason', 'x', '--overlap', '31d'], '--overlap must be at most 30d'],
  [['webhook', 'standard-headers', 'w-1', 'yes'], 'yes is not one of on, off'],
  [
    ['reconciliation', 'report', 'bank', '--from', 'soon', '--to', '2026-01-01T00:00:00Z'],
    '--from: soon is not a time',
  ],
  [['queue', 'colours'], 'colours is not one of approvals, reviews, chargebacks'],
  [['operator', 'roles', 'o-1', 'king', '--reason', 'x'], 'there is no role king'],
  [['party', 'limit', 'p-1'], 'give either --per-key, --per-token or --standard'],
  [['party', 'limit', 'p-1', '--standard', '--per-key', '5'], 'give either --per-key, --per-token or --standard'],
])('%j is refused without a request', async (words, message) => {
  await expect(holdfast(...words)).rejects.toThrow(message);
  expect(sent()).toEqual([]);
});

test('an option or argument chooses between two operations', async () => {
  answers.set('GET /queue', { queues: [{ kind: 'payouts', count: 2 }] });
  answers.set('GET /queue/payouts', { items: [{ id: 'w-1' }] });
  expect(await holdfast('queue')).toBe('{"kind":"payouts","count":2}\n');
  expect(await holdfast('queue', 'payouts')).toBe('{"id":"w-1"}\n');
  await holdfast('operator-key', 'list');
  await holdfast('operator-key', 'list', '--operator', 'o-1');
  await holdfast('operator-key', 'revoke', 'k-1', '--reason', 'lost');
  await holdfast('operator-key', 'revoke', 'k-1', '--operator', 'o-1', '--reason', 'lost');
  expect(sent().slice(2)).toEqual([
    'GET /me/keys',
    'GET /operators/o-1/keys',
    'POST /me/keys/k-1/revoke',
    'POST /operator-keys/k-1/revoke',
  ]);
});

test('an entry of the audit log says what has changed, and a fault of its chain fails the command', async () => {
  answers.set('GET /audit?subjectType=shop&subjectID=s-1', {
    actions: [{ id: 1, before: { name: 'a' }, after: { name: 'b' } }, { id: 2 }],
  });
  expect(await holdfast('audit', 'shop/s-1')).toBe('{"id":1,"changed":{"name":"a → b"}}\n{"id":2}\n');
  answers.set('GET /audit/verification?head=1%3Aff', { head: '2:ee', fault: { number: '1', kind: 'changed' } });
  await expect(holdfast('audit', 'verify', '--head', '1:ff')).rejects.toThrow('the answer has a fault');
});

test('a switch is an option without a value', async () => {
  await holdfast('webhook', 'replay', 'w-1', '--dry-run', '--from-event', '7', '--type', 'InvoicePaid,InvoiceCreated');
  expect(received[0]?.body).toEqual({ dryRun: true, fromEventID: '7', eventTypes: ['InvoicePaid', 'InvoiceCreated'] });
});

test('a whole list is printed page by page', async () => {
  answers.set('GET /operators', { operators: [{ id: 'o-1' }], continuationToken: 't' });
  answers.set('GET /operators?continuationToken=t', { operators: [{ id: 'o-2' }] });
  expect(await holdfast('operator', 'list')).toBe('{"id":"o-1"}\n{"id":"o-2"}\n');
});

test('a change names the version that it changes and shows who has to approve it', async () => {
  const file = join(folder, 'account.json');
  writeFileSync(file, '{"secretKey": "s"}');
  answers.set('GET /connector-accounts/bank', { version: 7 });
  answers.set('POST /connector-accounts/bank/rotate', {
    ...{
      id: 'c-1',
      idempotencyKey: 'k',
      state: 'AwaitingApproval',
      expiresAt: 'soon',
      approverRoles: ['configuration'],
    },
    changes: [{ type: 'connectorAccount', id: 'bank', before: { name: 'a' }, after: { name: 'b' } }],
  });
  const output = await holdfast('connector-account', 'rotate', 'bank', '--credentials', file, '--reason', 'yearly');
  expect(received.at(-1)).toMatchObject({
    version: '"7"',
    body: { credentials: { secretKey: 's' }, reason: 'yearly' },
  });
  expect(output).toContain('"changed":{"name":"a → b"}');
  expect(output).toContain('holdfast approve c-1');
});

test('an operator command has its parameters from arguments and options', async () => {
  const executed = {
    id: 'c-1',
    idempotencyKey: 'k',
    state: 'Executed',
    approverRoles: [],
    outcome: { status: 'done' },
  };
  answers.set('POST /commands', executed);
  await holdfast(
    'payment',
    'refund',
    'i-1.2',
    '--amount',
    '500',
    '--currency',
    'RUB',
    '--reason',
    'sorry',
    '--id',
    'r-1',
  );
  await holdfast('shop', 'block', 's-1', '--reason', 'fraud');
  await holdfast('operator-limit', 'set', 'support', 'RUB', '--command', '0', '--daily', '100', '--reason', 'new');
  await holdfast('operator', 'roles', 'o-1', 'none', '--reason', 'left');
  expect(received.map(({ body }) => body)).toEqual([
    {
      ...{ type: 'refundPayment', reason: 'sorry', idempotencyKey: 'r-1' },
      parameters: { invoiceID: 'i-1', paymentID: '2', amount: 500, currency: 'RUB' },
    },
    { type: 'blockShop', parameters: { shopID: 's-1' }, reason: 'fraud' },
    {
      ...{ type: 'setOperatorLimit', reason: 'new' },
      parameters: { role: 'support', currency: 'RUB', commandLimit: 0, dailyLimit: 100 },
    },
    { type: 'setOperatorRoles', parameters: { operatorID: 'o-1', roles: [] }, reason: 'left' },
  ]);
});

test('a file is written whole', async () => {
  const file = join(folder, 'report.csv');
  const period = ['--from', '2026-11-01T00:00:00Z', '--to', '2026-12-01T00:00:00Z'];
  answers.set(
    'GET /reconciliation/connectors/bank/report?from=2026-11-01T00%3A00%3A00Z&to=2026-12-01T00%3A00%3A00Z',
    'a,b\n',
  );
  await holdfast('reconciliation', 'report', 'bank', ...period, '--file', file);
  expect(readFileSync(file, 'utf8')).toBe('a,b\n');
});
