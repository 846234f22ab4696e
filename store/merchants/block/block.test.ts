import { listAdministrativeActions } from '../../platform/audit/audit-log.actions';
import { asOperator } from '../../platform/audit/origin';
import { createDeposit } from '../../wallets/deposit/deposit.transitions';
import { recordAuthorisation, recordCapture, recordInteraction } from '../../payments/payment/payment.transitions';
import { loadReferenceData } from '../reference-data/load';
import { createSource } from '../../wallets/source/source.create';
import type { HttpAnswer, HttpClient } from '../../../tests/harness/http-client';
import {
  anInvoice,
  buildPath,
  CARDS,
  HOLD,
  INSTANT,
  tokenise,
  type CreatedPayment,
} from '../../../tests/harness/factories/payment';
import {
  anAuthorisedDestination,
  anIdentity,
  aWallet,
  fund,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { rub, tomorrow } from '../../../tests/harness/factories/withdrawal';
import type { Blockable } from '../../../domain/merchants/block/block-commands';
import { setBlocked, type BlockOutcome } from './block';

let api: WalletApi;
let merchant: HttpClient;
let shopID: string;

beforeAll(async () => {
  api = await startWalletApi();
  ({ merchant, shopID } = api.own);
});

afterAll(() => api?.stop());

const PROCESSING = '/v2/processing';

function block(type: Blockable, id: string, isBlocked = true): Promise<BlockOutcome> {
  const operation = isBlocked ? 'block' : 'unblock';
  const origin = { operation, requestID: `test/${type}`, paymentID: null };
  const store = asOperator(api.store, origin, 'operator/anna');
  return setBlocked(store, { type, id, isBlocked, reason: 'a complaint' });
}

/** Blocks while `act` runs. */
async function whileBlocked<Result>(type: Blockable, id: string, act: () => Promise<Result>): Promise<Result> {
  await block(type, id);
  try {
    return await act();
  } finally {
    await block(type, id, false);
  }
}

async function pay(invoiceID: string, flow: object): Promise<HttpAnswer<any>> {
  const payer = { payerType: 'PaymentResourcePayer', contactInfo: {}, ...(await tokenise(merchant, CARDS.good)) };
  return merchant.post(`${PROCESSING}/invoices/${invoiceID}/payments`, { flow, payer });
}

async function approved(flow: object): Promise<CreatedPayment> {
  const { id: invoiceID } = await anInvoice(merchant, shopID);
  const { body } = await pay(invoiceID, flow);
  const ref = { invoiceID, paymentID: body.id };
  await recordAuthorisation(api.store, ref, { connectorReference: 'reference' });
  return ref;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const codes = (answers: HttpAnswer<any>[]) => answers.map(({ status, body }) => [status, body?.code]);

describe.each([
  ['shop', 'invalidShopStatus'],
  ['party', 'invalidPartyStatus'],
] as const)('a blocked %s', (type, code) => {
  const getID = (): string => (type === 'shop' ? shopID : api.own.partyID);

  test('takes nothing new: no invoice, payment, template, customer or binding, and captures no hold', async () => {
    const [{ id: unpaid }, held] = [await anInvoice(merchant, shopID), await approved(HOLD)];
    const details = {
      templateType: 'InvoiceTemplateSingleLine',
      product: 'Чай',
      price: { costType: 'InvoiceTemplateLineCostFixed', amount: 100, currency: 'RUB' },
    };
    const template = { shopID, lifetime: { days: 1, months: 0, years: 0 }, details };
    const made = await merchant.post<any>(`${PROCESSING}/invoice-templates`, template);
    const ofTemplate = `${PROCESSING}/invoice-templates/${made.body.invoiceTemplate.id}/invoices`;
    const customer = { shopID, contactInfo: {}, metadata: {} };
    const customerID = (await merchant.post<any>(`${PROCESSING}/customers`, customer)).body.customer.id;
    const paymentResource = await tokenise(merchant, CARDS.good);
    const invoice = { shopID, dueDate: inAnHour(), amount: 100, currency: 'RUB', product: 'Чай', metadata: {} };
    const calls = () => [
      () => merchant.post(`${PROCESSING}/invoices`, invoice),
      () => pay(unpaid, INSTANT),
      () => merchant.post(`${PROCESSING}/invoice-templates`, template),
      () => merchant.post(ofTemplate, { metadata: {} }),
      () => merchant.post(`${PROCESSING}/customers`, customer),
      () => merchant.post(`${PROCESSING}/customers/${customerID}/bindings`, { paymentResource }),
      () => merchant.post(buildPath(held, '/capture'), { reason: 'sent' }),
    ];
    const answersOf = async () => {
      const answers: HttpAnswer<any>[] = [];
      for (const call of calls()) answers.push(await call());
      return answers;
    };
    const refused = await whileBlocked(type, getID(), answersOf);
    expect(codes(refused)).toEqual(calls().map(() => [400, code]));
    expect((await answersOf()).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201, 202]);
  });

  test('gives back what it has: a hold is cancelled, a capture refunded, a waiting payment given up by its payer', async () => {
    const [held, captured] = [await approved(HOLD), await approved(INSTANT)];
    await recordCapture(api.store, captured);
    const invoice = await anInvoice(merchant, shopID);
    const waiting = { invoiceID: invoice.id, paymentID: (await pay(invoice.id, INSTANT)).body.id };
    await recordInteraction(api.store, waiting, { interactionType: 'QrCodeDisplayRequest', qrCode: 'https://qr' });
    const answers = await whileBlocked(type, getID(), async () => [
      await merchant.post(buildPath(held, '/cancel'), { reason: 'sold out' }),
      await merchant.post(buildPath(captured, '/refunds'), { amount: 1_000 }),
      await merchant.as(invoice.token).post(buildPath(waiting, '/cancel'), { reason: 'another way' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([202, 201, 202]);
  });
});

describe('wallets', () => {
  let other: string;

  beforeAll(async () => {
    other = await aWallet(api.integrator);
    await fund(api.store, other, 100_000);
  });

  /** Every operation that moves money to or from a wallet and its destination. */
  async function attempts({ wallet, destination }: { wallet: string; destination: string }): Promise<unknown[]> {
    const post = async (path: string, body: object): Promise<unknown> => {
      const answer = await api.integrator.post<any>(WALLET + path, body);
      return answer.status === 422 ? answer.body.message : answer.status;
    };
    const source = await createSource(api.store.database, { id: 'source-RUB', name: 'Bank', currency: 'RUB' });
    const deposit = {
      idempotencyKey: `deposit/${wallet}/${Math.random()}`,
      walletID: wallet,
      sourceID: source.id,
      ...{ amountMinor: 100n, currency: 'RUB', externalID: null, description: null },
    };
    const quote = { walletID: wallet, destinationID: destination, currencyFrom: 'RUB', currencyTo: 'RUB' };
    return [
      await post('/withdrawals', { wallet, destination, body: rub(1_000) }),
      await post('/withdrawal-quotes', { ...quote, cash: rub(1_000) }),
      await post('/w2w/transfers', { sender: wallet, receiver: other, body: rub(1) }),
      await post('/w2w/transfers', { sender: other, receiver: wallet, body: rub(1) }),
      await post(`/wallets/${wallet}/grants`, { asset: rub(1), validUntil: tomorrow() }),
      await createDeposit(api.store, deposit).then(
        () => 201,
        ({ message }: Error) => message,
      ),
      await post('/withdrawals', { wallet: other, destination, body: rub(1_000) }),
      await post(`/destinations/${destination}/grants`, { validUntil: tomorrow() }),
    ];
  }

  const WALLET_REFUSED = 'wallet is inaccessible: it, its identity or its party is blocked';
  const DESTINATION_REFUSED = 'destination is inaccessible: it, its identity or its party is blocked';
  const ofWallet = [
    ...[WALLET_REFUSED, WALLET_REFUSED, `sender ${WALLET_REFUSED}`, `receiver ${WALLET_REFUSED}`],
    ...[WALLET_REFUSED, WALLET_REFUSED],
  ];
  const PERMITTED = [202, 202, 202, 202, 201, 201, 202, 201];

  test.each([
    ['wallet', [...ofWallet, 202, 201]],
    [
      'destination',
      [DESTINATION_REFUSED, DESTINATION_REFUSED, 202, 202, 201, 201, DESTINATION_REFUSED, DESTINATION_REFUSED],
    ],
    ['identity', [...ofWallet, DESTINATION_REFUSED, DESTINATION_REFUSED]],
  ] as const)('a blocked %s neither gives nor takes money until it is unblocked', async (type, expected) => {
    const identity = await anIdentity(api.integrator);
    const wallet = await aWallet(api.integrator, { identity });
    await fund(api.store, wallet, 100_000);
    const destination = await anAuthorisedDestination(api.store, api.integrator, { identity });
    const entities = { identity, wallet, destination };
    const refused = await whileBlocked(type, entities[type], () => attempts(entities));
    expect(refused).toEqual(expected);
    expect(await attempts(entities)).toEqual(PERMITTED);
  });

  test('a blocked identity gets no wallet and no destination', async () => {
    const identity = await anIdentity(api.integrator);
    const given = { name: 'Main', identity, currency: 'RUB' };
    const make = async () => [
      (await api.integrator.post(`${WALLET}/wallets`, given)).status,
      (await api.integrator.post(`${WALLET}/destinations`, { ...given, resource: RUB_ACCOUNT })).status,
    ];
    expect(await whileBlocked('identity', identity, make)).toEqual([422, 422]);
    expect(await make()).toEqual([201, 201]);
  });

  test('the owner reads the block in the API', async () => {
    const identity = await anIdentity(api.integrator);
    const wallet = await aWallet(api.integrator, { identity });
    const read = async () => (await api.integrator.get<any>(`${WALLET}/wallets/${wallet}`)).body.isBlocked;
    expect(await whileBlocked('wallet', wallet, read)).toBe(true);
    expect(await read()).toBe(false);
  });
});

describe('a block', () => {
  test('is recorded once with operator and reason, however often it is repeated', async () => {
    const id = await anIdentity(api.integrator);
    expect(await block('identity', id)).toEqual({ type: 'identity', id, isBlocked: true, isChanged: true });
    expect(await block('identity', id)).toMatchObject({ isChanged: false });
    expect(await block('identity', id, false)).toMatchObject({ isBlocked: false, isChanged: true });
    const request = { subjectType: 'identity', subjectID: id, limit: 10 };
    const by = { caller: 'operator/anna', reason: 'a complaint' };
    expect(await listAdministrativeActions(api.store.database, request)).toMatchObject([
      { operation: 'unblock', ...by },
      { operation: 'block', ...by },
    ]);
  });

  test('by ten operators at once changes the shop once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => block('shop', shopID)));
    await block('shop', shopID, false);
    expect(outcomes.filter(({ isChanged }) => isChanged)).toHaveLength(1);
  });

  test.each(['party', 'shop', 'identity', 'wallet', 'destination'] as const)(
    'of an unknown %s is refused',
    async (type) => {
      await expect(block(type, 'unknown')).rejects.toMatchObject({ code: 'notFound' });
    },
  );

  test('stays when reference data is loaded again', async () => {
    const lists = {
      categories: [],
      tradeBlocs: [],
      serviceProviders: [],
      paymentInstitutions: [],
      walletProviders: [],
    };
    const party = { id: api.own.partyID, isBlocked: false, webhookLimit: 7, contracts: [], shops: [] };
    const created = await whileBlocked('party', api.own.partyID, async () => {
      await loadReferenceData(api.store.database, { ...lists, parties: [party] });
      return merchant.post<any>(`${PROCESSING}/invoices`, {
        ...{ shopID, dueDate: inAnHour(), amount: 100, currency: 'RUB', product: 'Чай', metadata: {} },
      });
    });
    expect(codes([created])).toEqual([[400, 'invalidPartyStatus']]);
  });
});
