import { createHmac } from 'node:crypto';
import { createAdyenCallbacks, signedText } from './adyen-callbacks';
import { DISPUTE_CODES } from './adyen-disputes';
import { buildReturnUrl } from '../return-url';
import { readDescription } from '../testing/description';

/** The key and the signature of the example in Adyen's documentation. */
const hmacKey = Buffer.from('44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056', 'hex');
const EXAMPLE_SIGNATURE = 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=';
const ACCEPTED = { status: 200, contentType: 'text/plain', body: '[accepted]' };
const transferHmacKey = Buffer.alloc(32, 3);

const reader = createAdyenCallbacks({ merchantAccount: 'TestMerchant', hmacKey, transferHmacKey });

const example = {
  amount: { currency: 'EUR', value: 1130 },
  eventCode: 'AUTHORISATION',
  eventDate: '2026-01-01T01:00:00+01:00',
  merchantAccountCode: 'TestMerchant',
  merchantReference: 'TestPayment-1407325143704',
  paymentMethod: 'visa',
  pspReference: '7914073381342284',
  reason: '064899:1111:03/2030',
  success: 'true',
};

type Change = Partial<Record<keyof typeof example, unknown>> & { originalReference?: string };

function anItem(change: Change = {}, signature?: string) {
  const item = { ...example, ...change } as typeof example;
  const hmacSignature = signature ?? createHmac('sha256', hmacKey).update(signedText(item)).digest('base64');
  return { NotificationRequestItem: { ...item, additionalData: { hmacSignature } } };
}

const read = (...notificationItems: object[]) =>
  reader.read({ body: Buffer.from(JSON.stringify({ live: 'false', notificationItems })), header: () => undefined });

test('a webhook with the signature of Adyen’s example is read, and the answer accepts it', () => {
  expect(read(anItem({}, EXAMPLE_SIGNATURE))).toEqual({
    kind: 'read',
    response: ACCEPTED,
    notices: [
      {
        id: 'AUTHORISATION/7914073381342284/true',
        reference: 'TestPayment-1407325143704',
        event: 'AUTHORISATION',
        isSuccess: true,
        connectorReference: '7914073381342284',
        amount: 1130n,
        currency: 'EUR',
        details: { authCode: '064899', live: 'false' },
        statedAt: new Date('2026-01-01T00:00:00Z'),
      },
    ],
  });
});

test.each<[string, Change]>([
  ['another amount', { amount: { currency: 'EUR', value: 1131 } }],
  ['another currency', { amount: { currency: 'USD', value: 1130 } }],
  ['another result', { success: 'false' }],
  ['another operation', { merchantReference: 'TestPayment-2' }],
  ['another payment', { pspReference: '7914073381342285' }],
  ['another original payment', { originalReference: '7914073381342285' }],
  ['another event', { eventCode: 'CAPTURE' }],
  ['another account', { merchantAccountCode: 'Other' }],
])('an item changed to %s is refused', (_, change) => {
  expect(read(anItem(change, EXAMPLE_SIGNATURE))).toEqual({ kind: 'refused' });
});

test.each(['', 'AA==', EXAMPLE_SIGNATURE.toLowerCase()])('an item with the signature "%s" is refused', (signature) => {
  expect(read(anItem({}, signature))).toEqual({ kind: 'refused' });
});

test('a batch with one forged item is refused as a whole, and an item of another account is ignored', () => {
  expect(read(anItem(), anItem({ eventCode: 'CAPTURE' }, EXAMPLE_SIGNATURE))).toEqual({ kind: 'refused' });
  expect(read(anItem({ merchantAccountCode: 'Other' }))).toMatchObject({ kind: 'read', notices: [] });
});

test.each(['{', '[]', '{}', '{"notificationItems":[{}]}', ''])('a body of %s is refused', (body) => {
  expect(reader.read({ body: Buffer.from(body), header: () => undefined })).toEqual({ kind: 'refused' });
});

test('unsigned fields are not kept, except for a plain reason', () => {
  const details = (reason: string) => {
    const reading = read(anItem({ success: 'false', reason }));
    return reading.kind === 'read' ? reading.notices?.[0]?.details : undefined;
  };
  expect(details('Not enough balance')).toEqual({ reason: 'Not enough balance', live: 'false' });
  expect(details('<b>4111</b>')).toEqual({ live: 'false' });
  expect(details('x'.repeat(81))).toEqual({ live: 'false' });
});

test('a webhook of a dispute states its payment, amount, reason and deadline and no result of an operation', () => {
  const { NotificationRequestItem: item } = anItem({
    ...{
      eventCode: 'CHARGEBACK',
      originalReference: '9913140798220028',
      reason: 'Other Fraud-Card Absent Environment',
    },
  });
  const unsigned = {
    chargebackReasonCode: ' 4853',
    defensePeriodEndsAt: '2026-07-31T03:03:07+02:00',
    x: '4111111111111111',
  };
  const stated = (additionalData: object) =>
    read({ NotificationRequestItem: { ...item, additionalData: { ...item.additionalData, ...additionalData } } });
  const notice = {
    id: 'CHARGEBACK/7914073381342284/true',
    ...{ disputeReference: '7914073381342284', event: 'opened', stage: 'chargeback' },
    ...{ operationID: 'TestPayment-1407325143704', amountMinor: 1130n, currency: 'EUR' },
    category: 'Other Fraud-Card Absent Environment',
    statedAt: new Date('2026-01-01T00:00:00Z'),
  };
  const facts = { reasonCode: '4853', answerDueAt: new Date('2026-07-31T01:03:07Z') };
  const accepted = { kind: 'read', notices: [], response: ACCEPTED };
  expect(stated(unsigned)).toEqual({ ...accepted, disputes: [{ ...notice, ...facts }] });
  const invalid = { chargebackReasonCode: '<b>', defensePeriodEndsAt: '+099999-01-01T00:00:00Z' };
  expect(stated(invalid)).toEqual({ ...accepted, disputes: [notice] });
});

test.each<[string, Change, object]>([
  ['that failed', { eventCode: 'CHARGEBACK', success: 'false' }, { event: 'updated' }],
  ['in an unknown currency', { eventCode: 'CHARGEBACK', amount: { currency: 'XQX', value: 1 } }, { currency: 'XQX' }],
])('a dispute %s is read', (_, change, notice) => {
  expect(read(anItem(change))).toMatchObject({ kind: 'read', disputes: [notice] });
});

test('nineteen dispute events have a meaning', () => expect(Object.keys(DISPUTE_CODES)).toHaveLength(19));

test('every dispute event of the published description has a meaning', () => {
  const { webhooks = {} } = readDescription('adyen-webhooks-v1');
  const isDispute = (name: string) =>
    /CHARGEBACK|DISPUTE|ARBITRATION|REQUEST_FOR_INFORMATION|INFORMATION_SUPPLIED|ISSUER_|OF_FRAUD/.test(name);
  const described = Object.keys(webhooks).map((name) => name.replace('/', ''));
  expect(Object.keys(DISPUTE_CODES).sort()).toEqual(described.filter(isDispute).sort());
});

test('during a rotation both HMAC keys sign webhooks and returning payers, and no third one does', () => {
  const body = Buffer.from(JSON.stringify({ live: 'false', notificationItems: [anItem()] }));
  const query = new URL(buildReturnUrl('https://pay.example.com/callbacks/adyen', 'payment/I.1/authorise', hmacKey))
    .searchParams;
  query.set('redirectResult', 'eyJ0');
  const [newKey, other] = [Buffer.alloc(32, 4), Buffer.alloc(32, 5)];
  const readWith = (previousHmacKey?: Buffer) => {
    const rotated = createAdyenCallbacks({ merchantAccount: 'TestMerchant', hmacKey: newKey, previousHmacKey });
    return [rotated.read({ body, header: () => undefined }).kind, rotated.readReturn?.(query)?.operationID];
  };
  expect(readWith(hmacKey)).toEqual(['read', 'payment/I.1/authorise']);
  for (const previous of [undefined, other]) expect(readWith(previous)).toEqual(['refused', undefined]);
});

test('a webhook of a transfer is signed in its header and names its operation', () => {
  const body = Buffer.from(JSON.stringify({ type: 'x', data: { reference: 'withdrawal/W1/payOut' } }));
  const signature = createHmac('sha256', transferHmacKey).update(body).digest('base64');
  const readWith = (given: string) => reader.read({ body, header: () => given });
  expect(readWith(signature)).toEqual({ kind: 'read', operationID: 'withdrawal/W1/payOut', response: ACCEPTED });
  expect(readWith(createHmac('sha256', hmacKey).update(body).digest('base64'))).toEqual({ kind: 'refused' });
});

test('the longest address that payers return to stays under 1,024 characters', () => {
  const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.example`;
  const callbackUrl = `https://${host}:65535/${'p'.repeat(100)}/callbacks/adyen/${'x'.repeat(40)}`;
  const [invoiceID, paymentID] = ['i'.repeat(20), '9'.repeat(10)];
  const url = buildReturnUrl(
    callbackUrl,
    `payment/${invoiceID}.${paymentID}/authorise/5/sandbox-${'x'.repeat(40)}`,
    hmacKey,
  );
  expect(url.length).toBeLessThan(1_024);
});

describe('a payer who returns', () => {
  const operationID = 'payment/I.1/authorise';
  const url = new URL(buildReturnUrl('https://pay.example.com/callbacks/adyen', operationID, hmacKey));
  const readReturn = (change: Record<string, string>) => {
    const query = new URLSearchParams(url.search);
    for (const [name, value] of Object.entries({ redirectResult: 'eyJ0', ...change })) query.set(name, value);
    return reader.readReturn?.(query);
  };

  test('names the operation, and what the bank sent is kept', () => {
    expect(readReturn({})).toMatchObject({
      operationID,
      notice: { reference: operationID, event: 'returned', details: { redirectResult: 'eyJ0' } },
    });
  });

  test.each([
    ['another operation', { operation: 'payment/I.2/authorise' }],
    ['another signature', { signature: 'ab'.repeat(32) }],
    ['no signature', { signature: '' }],
    ['no result', { redirectResult: '' }],
    ['a long result', { redirectResult: 'x'.repeat(12_001) }],
  ])('is not read with %s', (_, change) => {
    expect(readReturn(change)).toBeUndefined();
  });
});
