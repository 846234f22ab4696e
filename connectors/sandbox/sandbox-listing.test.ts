import { aSandbox, TEST_SECRET } from '../../sandbox/testing';
import type { Sandbox } from '../../sandbox/server';
import { createSandboxConnector, type SandboxConnector } from './sandbox.connector';

let sandbox: Sandbox;
let connector: SandboxConnector;

beforeAll(async () => {
  sandbox = await aSandbox();
  connector = createSandboxConnector({ url: sandbox.url, secret: TEST_SECRET });
});
afterAll(async () => {
  await connector?.close();
  await sandbox?.stop();
});

async function post(path: string, body: object): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const { ok } = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(ok).toBe(true);
}

/** Payouts have no preceding operation. */
async function paidOut(id: string, how?: string): Promise<string> {
  const operationID = `withdrawal/${id}/payOut`;
  if (how) {
    const order = { match: { operationIDPrefix: operationID }, behaviour: { type: 'garble', how }, times: 1 };
    await post('/behaviours', order);
  }
  await post('/operations', {
    ...{ kind: 'payOut', operationID, amount: 100, askedAmount: 100, currency: 'RUB', description: 'To the owner' },
    ...{ destination: { type: 'BankCardDestinationResource', cardNumber: '4242424242424242' } },
    callbackUrl: 'http://127.0.0.1:9/',
  });
  return operationID;
}

test.each([
  ['amount', /^amountMinor: /],
  ['currency', /^currency: is not a currency/],
  ['name', /^operationID: /],
  ['json', /^it is not JSON$/],
])('a row with a garbled %s is unreadable, and others are read', async (how, reason) => {
  const [before, garbled, after] = [await paidOut(`${how}1`), await paidOut(`${how}2`, how), await paidOut(`${how}3`)];
  const window = { from: new Date(Date.now() - 600_000), to: new Date(Date.now() + 600_000) };
  const { operations, unreadable } = await connector.listOperations({ window, timeoutMs: 5_000 });
  const listed = operations.map(({ operationID }) => operationID);
  expect(listed).toEqual(expect.arrayContaining([before, after]));
  expect(listed).not.toContain(garbled);
  const row = unreadable?.find((one) => reason.test(one.reason));
  expect(row).toMatchObject({
    name: how === 'name' ? expect.stringMatching(/^unreadable\/[0-9a-f]{24}$/) : garbled,
    kind: 'payOut',
    connectorReference: expect.stringMatching(/^SBX/),
    at: expect.any(Date),
  });
});
