import { authoriseDestination } from '../../../store/wallets/destination/destination.transitions';
import { recordPayOut, recordPayOutFailure } from '../../../store/wallets/withdrawal/withdrawal.transitions';
import { eventContradictions } from '../../../tests/harness/event-specification';
import type { HttpClient } from '../../../tests/harness/http-client';
import {
  aCardToken,
  anAuthorisedDestination,
  aDestination,
  anIdentity,
  aWallet,
  DIGITAL_WALLET,
  fund,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';

/* The queued messages of the wallet topics and their recipients. */

const EVENT_TYPES = {
  WithdrawalsTopic: ['WithdrawalStarted', 'WithdrawalSucceeded', 'WithdrawalFailed'],
  DestinationsTopic: ['DestinationCreated', 'DestinationUnauthorized', 'DestinationAuthorized'],
};

let api: WalletApi;
let integrator: HttpClient;
let identity: string;
let webhooks: string[];

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
  webhooks = await createWebhooks(identity);
});

afterAll(() => api?.stop());

/** Creates a webhook per topic. */
async function createWebhooks(identityID: string): Promise<string[]> {
  const created = Object.entries(EVENT_TYPES).map(async ([topic, eventTypes]) => {
    const given = { identityID, scope: { topic, eventTypes }, url: 'https://integrator.example/hook' };
    const { status, body } = await integrator.post(`${WALLET}/webhooks`, given);
    expect(status).toBe(201);
    return body.id as string;
  });
  return Promise.all(created);
}

/** The webhook messages about a subject, validated against the published events. */
async function readMessages(subject: string, webhookIDs = webhooks): Promise<any[]> {
  const text = `SELECT e.body FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
    WHERE d.webhook_id = ANY ($1) AND d.subject = $2 ORDER BY e.id`;
  const rows = await api.store.database.run<{ body: string }>({ name: 'test-told', text }, [webhookIDs, subject]);
  const messages = rows.map(({ body }) => JSON.parse(body));
  expect(messages.flatMap(eventContradictions)).toEqual([]);
  return messages;
}

const getTypes = (messages: any[]) => messages.map(({ eventType }) => eventType);

describe('a withdrawal', () => {
  let wallet: string;
  let destination: string;

  beforeAll(async () => {
    wallet = await aWallet(integrator, { identity });
    destination = await anAuthorisedDestination(api.store, integrator, { identity });
    await fund(api.store, wallet, 1_000_000);
  });

  const withdraw = async (fields: object = {}) => {
    const given = { wallet, destination, body: { amount: 10_000, currency: 'RUB' }, ...fields };
    const { status, body } = await integrator.post(`${WALLET}/withdrawals`, given);
    expect(status).toBe(202);
    return { given, ...(body as { id: string; createdAt: string }) };
  };

  test.each([
    ['WithdrawalSucceeded', (id: string) => recordPayOut(api.store, id, 'reference')],
    ['WithdrawalFailed', (id: string) => recordPayOutFailure(api.store, id, { code: 'RejectedByIssuer' })],
  ])('appears in full at its creation and by id at its end: %s', async (eventType, end) => {
    const { id, createdAt, given } = await withdraw({ metadata: { order: 1 }, externalID: eventType });
    await end(id);
    const [started, ended] = await readMessages(`withdrawal/${id}`);
    expect(started).toEqual({
      eventID: expect.any(String),
      occuredAt: createdAt,
      topic: 'WithdrawalTopic',
      eventType: 'WithdrawalStarted',
      withdrawal: { id, createdAt, ...given },
    });
    expect(ended).toEqual({
      eventID: expect.any(String),
      occuredAt: expect.any(String),
      topic: 'WithdrawalTopic',
      eventType,
      withdrawalID: id,
      externalID: eventType,
    });
  });

  test('without metadata and external id has none in its messages', async () => {
    const { id, createdAt, given } = await withdraw();
    await recordPayOut(api.store, id, 'reference');
    const [started, succeeded] = await readMessages(`withdrawal/${id}`);
    expect(started.withdrawal).toEqual({ id, createdAt, ...given });
    expect(succeeded).not.toHaveProperty('externalID');
  });

  test('notifies the webhooks of its own identity only', async () => {
    const others = await createWebhooks(await anIdentity(integrator));
    const { id } = await withdraw();
    expect(getTypes(await readMessages(`withdrawal/${id}`, others))).toEqual([]);
    expect(getTypes(await readMessages(`withdrawal/${id}`))).toEqual(['WithdrawalStarted']);
  });
});

describe('a destination', () => {
  test('appears in full at its creation and by id later', async () => {
    const given = { name: 'Счёт', identity, currency: 'RUB', metadata: { order: 1 }, externalID: 'destination-1' };
    const resource = RUB_ACCOUNT;
    const { body } = await integrator.post(`${WALLET}/destinations`, { ...given, resource });
    await authoriseDestination(api.store, body.id);
    const [created, ...named] = await readMessages(`destination/${body.id}`);
    expect(created).toMatchObject({ topic: 'DestinationTopic', eventType: 'DestinationCreated' });
    expect(created.destination).toEqual({
      ...given,
      id: body.id,
      resource: { type: 'Generic', resourceType: 'BankTransferRUB' },
    });
    expect(named).toMatchObject(
      ['DestinationUnauthorized', 'DestinationAuthorized'].map((eventType) => ({
        topic: 'DestinationTopic',
        eventType,
        destinationID: body.id,
        externalID: 'destination-1',
      })),
    );
  });

  const japanese = {
    type: 'BankTransferJPY',
    accountName: 'タロウ',
    accountNumber: '1234567',
    accountType: 'savings',
    bank: { name: 'Mizuho', code: '0001', branchName: 'Main', branchCode: '123' },
  };
  const indian = {
    type: 'BankTransferIND',
    accountName: 'Raj',
    accountNumber: '000123',
    transferType: 'NEFT',
    bank: { name: 'SBI', branchCode: 'SBIN0001234' },
  };

  test.each<[string, object, object]>([
    [
      'a crypto wallet',
      { type: 'CryptoWalletDestinationResource', id: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', currency: 'Bitcoin' },
      { type: 'CryptoWallet', cryptoWalletId: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', currency: 'Bitcoin' },
    ],
    [
      'a digital wallet',
      { ...DIGITAL_WALLET, accountName: 'Ivan' },
      { type: 'DigitalWallet', digitalWalletId: DIGITAL_WALLET.id, digitalWalletProvider: 'webmoney' },
    ],
    [
      'a digital wallet with an id that is too short for the event',
      { ...DIGITAL_WALLET, id: DIGITAL_WALLET.id.slice(0, 15) },
      { type: 'Generic', resourceType: 'DigitalWalletDestinationResource' },
    ],
    ['a Japanese account', japanese, japanese],
    ['an Indian account', indian, indian],
    [
      'anything else',
      { type: 'FastPaymentSystemTransfer', phoneNumber: '+79161234567', bankBik: '044525225' },
      { type: 'Generic', resourceType: 'FastPaymentSystemTransfer' },
    ],
  ])('shows its resource: %s', async (_, resource, shown) => {
    const id = await aDestination(integrator, { identity, resource });
    const [created] = await readMessages(`destination/${id}`);
    expect(created.destination.resource).toEqual(shown);
  });

  test('shows only the first and last digits of a card', async () => {
    const token = await aCardToken(integrator, '4242424242424242');
    const id = await aDestination(integrator, { identity, resource: { type: 'BankCardDestinationResource', token } });
    const [created] = await readMessages(`destination/${id}`);
    expect(created.destination.resource).toEqual({
      type: 'BankCard',
      cardNumberMask: '424242******4242',
      bin: '424242',
      lastDigits: '4242',
      paymentSystem: 'visa',
    });
  });

  test('notifies the webhooks of its own identity only', async () => {
    const others = await createWebhooks(await anIdentity(integrator));
    const id = await aDestination(integrator, { identity });
    expect(getTypes(await readMessages(`destination/${id}`, others))).toEqual([]);
    expect(getTypes(await readMessages(`destination/${id}`))).toEqual([
      'DestinationCreated',
      'DestinationUnauthorized',
    ]);
  });
});
