import { PAY_OUT_FAILURE_CODES } from '../../domain/wallets/withdrawal/withdrawal-failure';
import { ConnectorMisuse, type PayOutRequest } from '../connector';
import { readDescription } from '../testing/description';
import { adyenPayOuts } from './adyen-payouts';
import { INVALID_IBAN, TransfersStandIn } from './testing/transfers-stand-in';
import { TRANSFER_REASONS, toDeclinedTransfer } from './transfer-reasons';

const balanceAccount = 'BA00000000000000000000001';

const standIn = new TransfersStandIn();
let payOuts: ReturnType<typeof adyenPayOuts>;
beforeAll(async () => {
  payOuts = adyenPayOuts({ apiKey: 'test-key', balanceAccount, url: await standIn.start() });
});
afterAll(async () => {
  await standIn.stop();
  expect(standIn.problems).toEqual([]);
});
afterEach(() => {
  standIn.isLosing = false;
});

let count = 0;
const payOut = (destination: PayOutRequest['destination'], change: Partial<PayOutRequest> = {}): PayOutRequest => ({
  operationID: `withdrawal/ADYEN${(count += 1)}/payOut`,
  timeoutMs: 5_000,
  amount: 50_000n,
  askedAmount: 50_000n,
  currency: 'EUR',
  destination,
  description: 'Payout',
  callbackUrl: 'https://pay.example.com/callbacks/adyen',
  ...change,
});

const sepa = { type: 'BankTransferSEPA', accountName: 'Zoë Müßig', iban: 'DE89 3704 0044 0532 0130 00' } as const;
const swift = { type: 'BankTransferSWIFT', accountName: 'A. Smith', accountNumber: '000123456' } as const;

test.each<[string, PayOutRequest['destination'], object]>([
  ['an IBAN in the euro area', sepa, { type: 'iban', iban: 'DE89370400440532013000' }],
  [
    'an account in the United Kingdom',
    { type: 'BankTransferUK', accountName: 'A. Smith', sortCode: '20-00-00', accountNumber: '55779911' },
    { type: 'ukLocal', sortCode: '200000', accountNumber: '55779911' },
  ],
  [
    'an account in the United States',
    { ...swift, bank: { bic: 'CHASUS33', aba: '021000021' } },
    { type: 'usLocal', accountNumber: '000123456', routingNumber: '021000021' },
  ],
  [
    'an account at a bank with a BIC',
    { ...swift, bank: { bic: 'DEUTDEFF' } },
    { type: 'numberAndBic', accountNumber: '000123456', bic: 'DEUTDEFF' },
  ],
  [
    'an IBAN abroad',
    { type: 'BankTransferSWIFT', accountName: 'A. Smith', iban: 'GB29NWBK60161331926819', bank: { bic: 'NWBKGB2L' } },
    { type: 'iban', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
  ],
  [
    'an account in Turkey',
    { type: 'BankTransferTRY', accountName: 'A. Smith', iban: 'TR330006100519786457841326' },
    { type: 'iban', iban: 'TR330006100519786457841326' },
  ],
  [
    'an account in Pakistan',
    { type: 'BankTransferPKR', accountName: 'A. Smith', iban: 'PK36SCBL0000001123456702' },
    { type: 'iban', iban: 'PK36SCBL0000001123456702' },
  ],
  [
    'an account in the Philippines',
    { type: 'BankTransferPHP', accountName: 'A. Smith', accountNumber: '1234567890', bank: { bic: 'BOPIPHMM' } },
    { type: 'numberAndBic', accountNumber: '1234567890', bic: 'BOPIPHMM' },
  ],
])('a payout to %s is pending until Adyen has booked it, and is made once', async (_, destination, identified) => {
  const request = payOut(destination);
  const { operationID } = request;
  const pending = await payOuts.payOut(request);
  expect(pending).toMatchObject({ kind: 'pending', connectorReference: expect.any(String) });
  expect(await payOuts.payOut(request)).toEqual(pending);
  expect(await payOuts.lookUpPayOut(request)).toEqual(pending);
  standIn.settle(operationID, 'authorised');
  expect(await payOuts.lookUpPayOut(request)).toEqual(pending);
  standIn.settle(operationID, 'booked');
  expect(await payOuts.lookUpPayOut(request)).toMatchObject({ kind: 'approved' });
  expect(standIn.transfers.filter(({ reference }) => reference === operationID)).toHaveLength(1);
  expect(standIn.bodies.at(-1)).toMatchObject({
    amount: { value: 50_000, currency: 'EUR' },
    balanceAccountId: balanceAccount,
    counterparty: { bankAccount: { accountIdentification: identified } },
  });
});

test('the owner’s name is sent in Latin letters, with the address where its country is known', async () => {
  const billingAddress = {
    countryCode: 'DE',
    city: 'Köln',
    addressLine1: 'Straße 1',
    postalCode: '50667',
    state: 'NW',
  };
  await payOuts.payOut(payOut({ ...sepa, billingAddress }));
  expect(standIn.bodies.at(-1)).toMatchObject({
    counterparty: {
      bankAccount: {
        accountHolder: {
          fullName: 'Zoe Mussig',
          address: { country: 'DE', city: 'Koln', line1: 'Strasse 1', postalCode: '50667', stateOrProvince: 'NW' },
        },
      },
    },
  });
});

test.each<[string, PayOutRequest['destination']]>([
  ['a card', { type: 'BankCardDestinationResource', cardNumber: '4111111111111111' }],
  ['a wallet', { type: 'DigitalWalletDestinationResource', id: '1', provider: 'yoomoney' }],
  ['a PIX key', { type: 'BankTransferPIX', pixKeyType: 'Email', pixKey: 'a@example.com' }],
  ['an account in Russia', { type: 'BankTransferRUB', accountName: 'A', account: '1', bankBik: '044525225' }],
  ['an account number without a bank', swift],
  ['an owner with a Cyrillic name', { ...sepa, accountName: 'Иван' }],
  ['an owner without a name', { ...sepa, accountName: ' ' }],
])('a payout to %s is refused and not sent', async (_, destination) => {
  const sent = standIn.bodies.length;
  expect(await payOuts.payOut(payOut(destination))).toMatchObject({
    kind: 'declined',
    failure: { code: 'InvalidReceiverResource' },
  });
  expect(standIn.bodies).toHaveLength(sent);
});

test('an account that Adyen rejects is the receiver’s mistake, and other rejections are a misuse', async () => {
  const invalid = payOut({ ...sepa, iban: INVALID_IBAN });
  expect(await payOuts.payOut(invalid)).toMatchObject({
    kind: 'declined',
    failure: { code: 'InvalidReceiverResource' },
  });
  await expect(payOuts.payOut(payOut(sepa, { amount: 10n ** 16n }))).rejects.toThrow(ConnectorMisuse);
});

test('a payout whose response was lost is found, and one that was never sent is not', async () => {
  const request = payOut(sepa);
  expect(await payOuts.lookUpPayOut(request)).toEqual({ kind: 'notFound' });
  standIn.isLosing = true;
  expect(await payOuts.payOut(request)).toEqual({ kind: 'unknown' });
  standIn.isLosing = false;
  standIn.settle(request.operationID, 'booked');
  expect(await payOuts.lookUpPayOut(request)).toMatchObject({ kind: 'approved' });
});

test.each([
  ['refused', 'notEnoughBalance', 'InsufficientFunds'],
  ['failed', 'counterpartyAccountClosed', 'InvalidReceiverResource'],
])('a transfer that is %s with %s is declined', async (status, reason, code) => {
  const request = payOut(sepa);
  await payOuts.payOut(request);
  standIn.settle(request.operationID, status, reason);
  expect(await payOuts.lookUpPayOut(request)).toMatchObject({ kind: 'declined', failure: { code } });
});

test('a booked transfer that comes back is found as returned', async () => {
  const request = payOut(sepa);
  await payOuts.payOut(request);
  standIn.settle(request.operationID, 'booked');
  const { connectorReference } = (await payOuts.lookUpPayOut(request)) as { connectorReference: string };
  standIn.settle(request.operationID, 'returned');
  expect(await payOuts.lookUpPayOut(request)).toMatchObject({ kind: 'returned', connectorReference });
});

test('every reason of a transfer has a failure of the catalogue, and an undocumented one is a rejection', () => {
  expect([...TRANSFER_REASONS.keys()]).toHaveLength(85);
  for (const reason of [...TRANSFER_REASONS.keys(), 'constructor', undefined]) {
    expect(PAY_OUT_FAILURE_CODES).toContain(toDeclinedTransfer(reason).failure.code);
  }
});

test('every documented reason is known', () => {
  const { components } = readDescription('adyen-transfers-v4') as unknown as {
    components: { schemas: { Transfer: { properties: { reason: { enum: string[] } } } } };
  };
  const documented = components.schemas.Transfer.properties.reason.enum;
  expect([...TRANSFER_REASONS.keys()].toSorted()).toEqual(documented.toSorted());
});
