import { authoriseDestination } from '../../store/destination/destination.transitions';
import type { HttpClient } from '../../testing/http-client';
import {
  aCardToken,
  anIdentity,
  aWallet,
  fund,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../testing/wallet';
import type { Connector, PayOutRequest } from '../connectors/connector';
import { createWithdrawalActivities, type WithdrawalActivities } from './withdrawal.activities';

/* What a provider is asked to pay out: withdrawals made over HTTP, and a provider that only listens. */

const CARD = '4242424242424242';
const AUTH_DATA = { type: 'SenderReceiverAuthData', senderToken: 'from', receiverToken: 'to' };
const ANNA = { customer: { firstName: 'Анна' }, billingAddress: { city: 'Пермь' } };
const IVAN = { customer: { lastName: 'Иванов' }, billingAddress: { city: 'Омск', countryCode: 'RU' } };

let api: WalletApi;
let integrator: HttpClient;
let identity: string;
let wallet: string;
let asked: PayOutRequest[];
let activities: WithdrawalActivities;

beforeAll(async () => {
  api = await startWalletApi();
  integrator = api.integrator;
  identity = await anIdentity(integrator);
  wallet = await aWallet(integrator, { identity });
  await fund(api.store, wallet, 1_000_000);
  const listener: Pick<Connector, 'payOut'> = {
    payOut: (request) => {
      asked.push(request);
      return Promise.resolve({ kind: 'approved', providerReference: 'reference' });
    },
  };
  activities = createWithdrawalActivities({ store: api.store, connectors: { sandbox: listener as Connector } });
});

afterAll(() => api?.stop());

beforeEach(() => void (asked = []));

async function withdrawal(to: object, fields: object = {}): Promise<string> {
  const given = { name: 'To', identity, currency: 'RUB', resource: RUB_ACCOUNT, ...to };
  const { body: destination } = await integrator.post(`${WALLET}/destinations`, given);
  await authoriseDestination(api.store, destination.id);
  const body = { amount: 10_000, currency: 'RUB' };
  const made = await integrator.post(`${WALLET}/withdrawals`, { wallet, destination: destination.id, body, ...fields });
  expect(made.body.status).toBe('Pending');
  return made.body.id;
}

async function paidOut(to: object, fields: object = {}): Promise<PayOutRequest[]> {
  expect(await activities.payOut({ withdrawalID: await withdrawal(to, fields) })).toEqual({ status: 'Succeeded' });
  return asked;
}

test('a provider hears where the money goes and, of the receiver, what the destination tells', async () => {
  const id = await withdrawal({ ...ANNA, additionalAuthData: AUTH_DATA });
  await activities.payOut({ withdrawalID: id });
  expect(asked).toEqual([
    {
      operationID: `withdrawal/${id}/payOut`,
      timeoutMs: 6_000,
      amount: 10_000n,
      currency: 'RUB',
      description: `withdrawal ${id}`,
      destination: { ...RUB_ACCOUNT, ...ANNA, additionalAuthData: AUTH_DATA },
    },
  ]);
});

test('what a withdrawal tells of the receiver comes before what its destination tells', async () => {
  const contactInfo = { email: 'ivan@example.com', phoneNumber: '+79161234567' };
  const [request] = await paidOut(ANNA, { ...IVAN, contactInfo });
  expect(request?.destination).toEqual({ ...RUB_ACCOUNT, ...IVAN, contactInfo });
});

test('what a withdrawal does not tell its destination does', async () => {
  const [request] = await paidOut(ANNA, { customer: IVAN.customer });
  expect(request?.destination).toEqual({ ...RUB_ACCOUNT, ...ANNA, customer: IVAN.customer });
});

test('of a receiver whom nobody described a provider hears nothing', async () => {
  const [request] = await paidOut({});
  expect(request?.destination).toEqual(RUB_ACCOUNT);
});

test('a card reaches its provider by its number, and not by its token', async () => {
  const token = await aCardToken(integrator, CARD);
  const [request] = await paidOut({ resource: { type: 'BankCardDestinationResource', token } });
  expect(request?.destination).toMatchObject({ type: 'BankCardDestinationResource', cardNumber: CARD });
  expect(request?.destination).not.toHaveProperty('token');
});

test('a withdrawal that has ended is not paid out again', async () => {
  const id = await withdrawal({});
  await activities.payOut({ withdrawalID: id });
  expect(await activities.payOut({ withdrawalID: id })).toEqual({ status: 'Succeeded' });
  expect(asked).toHaveLength(1);
});
