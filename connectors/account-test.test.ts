import { createServer } from 'node:net';
import type { ConnectorAccount } from '../domain/payments/connector-account/connector-account';
import { testAccount } from './account-test';
import type { AccountSource } from './account-connectors';
import { AdyenStandIn } from './adyen/testing/adyen-stand-in';
import { MemoryBook } from './testing/memory-book';
import { StripeStandIn } from './stripe/testing/stripe-stand-in';
import { templateKind } from './template/template.kind';
import { API_KEY, TemplateStandIn } from './template/testing/template-stand-in';
import { TBankStandIn } from './tbank/testing/tbank-stand-in';
import { YooKassaStandIn } from './yookassa/testing/yookassa-stand-in';
import { listenLocally } from '../tests/harness/local-server';

const HMAC_KEY = 'ab'.repeat(32);
const ADYEN = { apiKey: 'key', hmacKey: HMAC_KEY };
const SANDBOX = { secret: 'a-secret-of-the-sandbox' };

function callAccount(connector: string, credentials: object, settings: Record<string, unknown>) {
  const account: ConnectorAccount = {
    ...{ id: 'one', connector, name: 'One', realm: 'test', isEnabled: true, settings, version: 1 },
    ...{ createdAt: new Date(), credentialsAt: new Date() },
  };
  const source: AccountSource = {
    ...{ find: async () => account, findNow: async () => account, list: async () => [account] },
    ...{ notices: () => new MemoryBook(), readCredentials: async () => ({ credentials }) },
    reportContradiction: async () => undefined,
  };
  return testAccount(source, account);
}

const aYooKassa = async () => {
  const standIn = new YooKassaStandIn();
  const url = await standIn.start();
  return { standIn, test: () => callAccount('yookassa', { shopID: '1', secretKey: 'test_key' }, { url }) };
};
const anAdyen = async (merchantAccount = 'HoldfastTEST') => {
  const hmacKey = Buffer.from(HMAC_KEY, 'hex');
  const standIn = new AdyenStandIn({ hmacKey, merchantAccount: 'HoldfastTEST', deliver: async () => undefined });
  const checkoutUrl = await standIn.start();
  return { standIn, test: () => callAccount('adyen', { ...ADYEN, merchantAccount }, { checkoutUrl }) };
};
const aStripe = async () => {
  const standIn = new StripeStandIn();
  const url = await standIn.start();
  return { standIn, test: () => callAccount('stripe', { secretKey: 'sk_test_key' }, { url }) };
};

test.each([
  ['yookassa', aYooKassa],
  ['adyen', () => anAdyen()],
  ['stripe', aStripe],
])('%s answers the test call, and refuses wrong credentials', async (_, start) => {
  const { standIn, test: call } = await start();
  expect(await call()).toEqual({ outcome: 'answered', status: 200, milliseconds: expect.any(Number) });
  expect(standIn.problems).toEqual([]);
  standIn.refusesKeys = true;
  expect(await call()).toMatchObject({ outcome: 'credentialsRefused', status: 401 });
  await standIn.stop();
  expect(await call()).toEqual({ outcome: 'noAnswer', milliseconds: expect.any(Number) });
});

test('T-Bank answers the test call, and a wrong password is refused with 200', async () => {
  const standIn = new TBankStandIn();
  const url = await standIn.start();
  const { key: terminalKey, password } = standIn.terminal;
  const call = (given: string) => callAccount('tbank', { terminalKey, password: given }, { url });
  expect(await call(password)).toMatchObject({ outcome: 'answered', status: 200 });
  expect(await call('another')).toMatchObject({ outcome: 'credentialsRefused', status: 200 });
  await standIn.stop();
});

test('the template’s probe has the account’s key', async () => {
  const standIn = new TemplateStandIn();
  const url = await standIn.start();
  const { path, headers } = templateKind.probe({ credentials: { apiKey: API_KEY }, settings: { url } });
  expect((await fetch(url + path, { headers })).status).toBe(200);
  expect((await fetch(url + path)).status).toBe(401);
  await standIn.stop();
});

test('a merchant account that Adyen does not know is an unexpected answer', async () => {
  const { standIn, test: call } = await anAdyen('OtherTEST');
  expect(await call()).toMatchObject({ outcome: 'unexpectedAnswer', status: 422 });
  await standIn.stop();
});

test('an acquirer that accepts the connection and stays silent does not answer', async () => {
  const silent = createServer(() => undefined);
  const url = await listenLocally(silent);
  const { outcome, milliseconds } = await callAccount('sandbox', SANDBOX, { url });
  expect(outcome).toBe('noAnswer');
  expect(milliseconds).toBeGreaterThanOrEqual(4_900);
  expect(milliseconds).toBeLessThan(8_000);
  silent.close();
});
