import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { EgressPolicy } from '../runtime/egress/egress-policy';
import { guardedLookup } from '../runtime/egress/ssrf-guard';
import { MemoryBook } from './testing/memory-book';
import type { PaymentConnector } from './connector';
import { CONNECTOR_KINDS, findKind, takesWalletToken } from './kinds';
import { aGooglePayToken, anApplePayToken, toWalletToken } from './testing/test-tokens';

const HMAC_KEY = 'ab'.repeat(32);

/** An account of each kind with all that may be given. */
const ACCOUNTS: Readonly<Record<string, { credentials: object; settings: object }>> = {
  sandbox: { credentials: { secret: 'a-secret-of-the-sandbox' }, settings: { url: 'http://127.0.0.1:9' } },
  stripe: { credentials: { secretKey: 'sk_test_of_nobody', webhookSecret: 'whsec_of_nobody' }, settings: {} },
  yookassa: {
    credentials: { shopID: '1', secretKey: 'test_of_nobody', payoutGatewayID: '2', payoutSecretKey: 'secret' },
    settings: {},
  },
  tbank: { credentials: { terminalKey: '1509463751731DEMO', password: 'password' }, settings: {} },
  adyen: {
    credentials: {
      ...{ apiKey: 'key', merchantAccount: 'HoldfastTEST', hmacKey: HMAC_KEY },
      ...{ transferApiKey: 'key', balanceAccount: 'BA0123456789', transferHmacKey: HMAC_KEY },
    },
    settings: { disputesUrl: 'https://ca-test.adyen.com/ca/services/DisputeService/v30' },
  },
};

test.each(CONNECTOR_KINDS.map((kind) => [kind.name, kind] as const))(
  '%s states what its connector does',
  async (name, kind) => {
    const access = ACCOUNTS[name] ?? { credentials: {}, settings: {} };
    expect(kind.check(access)).toMatchObject({ isTest: true, settings: access.settings });
    const { payOut, listOperations, answersDisputes } = kind.capabilities;
    const connector = await kind.open(access, { notices: new MemoryBook() });
    expect('payOut' in connector).toBe(payOut.length > 0);
    expect('listOperations' in connector).toBe(listOperations);
    expect(['contestDispute' in connector, 'acceptDispute' in connector]).toEqual([answersDisputes, answersDisputes]);
    expect(await kind.callbacks(access)).toBeDefined();
    const fields = [...kind.credentials, ...kind.settings];
    expect(fields.filter(({ isRequired }) => !isRequired).map((each) => each.name)).not.toContain('secretKey');
    for (const each of kind.settings) expect([each.name, each.isSecret]).toEqual([each.name, false]);
    for (const each of kind.settings.filter((setting) => setting.kind === 'url' && setting.default !== undefined)) {
      expect(kind.origins).toContain(new URL(String(each.default)).origin);
    }
  },
);

/** Settings with all addresses of a kind at one host. */
const AT = (url: string) => ({
  sandbox: { url },
  stripe: { url },
  yookassa: { url },
  tbank: { url },
  adyen: { checkoutUrl: url, transfersUrl: url, disputesUrl: url },
});

test.each(CONNECTOR_KINDS.map((kind) => [kind.name, kind] as const))(
  '%s connects to no private address that a public name resolves to',
  async (name, kind) => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const resolved: string[] = [];
    const resolver = async (host: string) => {
      resolved.push(host);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const settings = AT(`http://acquirer.example:${port}`)[name as 'sandbox'];
    const lookup = guardedLookup(new EgressPolicy(), resolver);
    const access = { credentials: ACCOUNTS[name]?.credentials, settings };
    const connector = (await kind.open(access, { notices: new MemoryBook(), lookup })) as PaymentConnector;
    const authorisation = {
      kind: 'authorise',
      operationID: 'payment/i.1/authorise',
      connectorReference: 'pi_1',
    } as const;
    const refund = { operationID: 'refund/i.1.1', authorisation, amount: 100n, currency: 'RUB', timeoutMs: 2_000 };
    await expect(connector.refund(refund)).rejects.toMatchObject({ name: 'ConnectorUnavailable', isUnsent: true });
    expect([connections, new Set(resolved)]).toEqual([0, new Set(['acquirer.example'])]);
    server.close();
  },
);

test('a kind names its fields, their defaults and values', () => {
  expect(findKind('yookassa')?.settings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'networks', kind: 'list', isRequired: false, isSecret: false }),
      expect.objectContaining({ name: 'receipts', kind: 'choice', options: ['off'] }),
      expect.objectContaining({ name: 'taxSystemCode', kind: 'integer' }),
      expect.objectContaining({ name: 'url', kind: 'url', default: 'https://api.yookassa.ru/v3' }),
    ]),
  );
  expect(
    findKind('adyen')
      ?.credentials.filter(({ isRequired }) => isRequired)
      .map(({ name }) => name),
  ).toEqual([...['apiKey', 'merchantAccount', 'hmacKey']]);
  expect(findKind('__proto__')).toBeUndefined();
});

test.each([
  ['https://x-checkout-live.adyenpayments.com/checkout/v71', false],
  ['https://x.example.com/checkout-live.adyenpayments.com/v71', true],
])('an account of Adyen at %s is a test account: %p', (checkoutUrl, isTest) => {
  const { credentials } = ACCOUNTS['adyen'] ?? {};
  expect(findKind('adyen')?.check({ credentials, settings: { checkoutUrl } }).isTest).toBe(isTest);
});

test('the kinds load without the code of their connectors', () => {
  const script = `require('./connectors/kinds'); console.log(Object.keys(require.cache).join('\\n'))`;
  const said = execFileSync(process.execPath, ['-e', script], { cwd: join(process.cwd(), 'dist'), encoding: 'utf8' });
  expect(said.split('\n').filter((file) => /stripe\/cjs|undici|\.connector\.js$/.test(file))).toEqual([]);
});

test.each([
  ['adyen', { applePayMerchantID: 'merchant.a', googlePayMerchantID: 'HoldfastTEST' }, [true, false, true]],
  ['adyen', { applePayMerchantID: 'HoldfastTEST' }, [false, false, false]],
  ['adyen', {}, [false, false, false]],
  ['stripe', { applePayMerchantID: 'merchant.a', googlePayMerchantID: 'HoldfastTEST' }, [true, false, true]],
  ['yookassa', { googlePayMerchantID: 'HoldfastTEST' }, [false, false, false]],
  ['sandbox', {}, [true, true, true]],
  ['unknown', { googlePayMerchantID: 'HoldfastTEST' }, [false, false, false]],
] as const)('an account of %s with the settings %j takes the tokens made for it: %j', (connector, settings, taken) => {
  const tokens = [
    anApplePayToken('4111111111111111', { merchantID: 'merchant.a' }),
    anApplePayToken('4111111111111111', { merchantID: 'merchant.b' }),
    aGooglePayToken('4111111111111111'),
  ];
  expect(tokens.map((token) => takesWalletToken({ connector, settings }, toWalletToken(token)))).toEqual(taken);
  const samsung = {
    type: 'tokenizedCard',
    provider: 'SamsungPay',
    serviceID: 'HoldfastTEST',
    referenceID: '1',
  } as const;
  expect(takesWalletToken({ connector, settings }, samsung)).toBe(connector === 'sandbox');
});

test('network tokens go to accounts of connectors that take them, and cards to all', () => {
  const card = { type: 'card', cardID: 'c1', expDate: '03/30', fingerprint: 'f' } as const;
  const token = { ...card, networkToken: {} };
  const takes = (tool: typeof card | typeof token) =>
    CONNECTOR_KINDS.filter(({ name }) => takesWalletToken({ connector: name, settings: {} }, tool)).map(
      ({ name }) => name,
    );
  expect(takes(card)).toEqual(CONNECTOR_KINDS.map(({ name }) => name));
  expect(takes(token)).toEqual(['adyen']);
});
