import {
  aDestination,
  RUB_ACCOUNT,
  startWalletApi,
  WALLET,
  type WalletApi,
} from '../../../tests/harness/factories/wallet';
import { asOperator } from '../../platform/audit/origin';
import { listAdministrativeActions } from '../../platform/audit/audit-log.actions';
import { statement } from '../../postgres/database';
import {
  approveDestination,
  authoriseDestination,
  expireDestination,
  rejectDestination,
} from './destination.transitions';
import { listOperatedDestinations, type DecisionStatus } from './destination.waiting';

let api: WalletApi;

beforeAll(async () => {
  api = await startWalletApi();
});

afterAll(() => api?.stop());

const asAnna = (operation: string) =>
  asOperator(api.store, { operation, requestID: 'command/1', paymentID: null }, 'operator/anna');
const approve = (destinationID: string) =>
  approveDestination(asAnna('approve'), { destinationID, reason: 'documents checked' });
const reject = (destinationID: string) =>
  rejectDestination(asAnna('reject'), { destinationID, reason: 'another name' });

/** A destination of a provider whose operators authorise. */
async function aReviewed(): Promise<string> {
  const identity = (await api.integrator.post<any>(`${WALLET}/identities`, { name: 'Ivan', provider: 'test-reviewed' }))
    .body.id;
  return aDestination(api.integrator, { identity, resource: RUB_ACCOUNT });
}

const EVENTS = statement<{ type: string }>(
  'test-destination-events',
  'SELECT event_type AS type FROM webhook_events WHERE subject = $1 ORDER BY id',
);

async function subscribe(destinationID: string): Promise<void> {
  const { body } = await api.integrator.get<any>(`${WALLET}/destinations/${destinationID}`);
  const scope = { topic: 'DestinationsTopic', eventTypes: ['DestinationUnauthorized', 'DestinationAuthorized'] };
  const given = { identityID: body.identity, scope, url: 'https://integrator.example/hook' };
  expect((await api.integrator.post(`${WALLET}/webhooks`, given)).status).toBe(201);
}

async function listed(status: DecisionStatus): Promise<string[]> {
  const ids: string[] = [];
  for (let continuationToken: string | undefined; ;) {
    const page = await listOperatedDestinations(api.store, { status, limit: 2, continuationToken });
    ids.push(...page.rows.map(({ id }) => id));
    continuationToken = page.continuationToken;
    if (continuationToken === undefined) return ids;
  }
}

test('a workflow cannot authorise what an operator has to decide', async () => {
  const reviewed = await aReviewed();
  expect(await authoriseDestination(api.store, reviewed)).toMatchObject({ status: 'Unauthorized' });
  const automatic = await aDestination(api.integrator);
  await reject(automatic);
  expect(await authoriseDestination(api.store, automatic)).toMatchObject({ status: 'Unauthorized' });
});

test('an authorisation is approved, withdrawn with its event and reason, and approved again', async () => {
  const id = await aReviewed();
  await subscribe(id);
  const act = async (decide: (id: string) => Promise<{ status: string }>) => (await decide(id)).status;
  expect([await act(approve), await act(approve)]).toEqual(['Authorized', 'Authorized']);
  expect([await act(reject), await act(reject)]).toEqual(['Unauthorized', 'Unauthorized']);
  expect((await api.integrator.get<any>(`${WALLET}/destinations/${id}`)).body.status).toBe('Unauthorized');
  expect(await act(approve)).toBe('Authorized');
  const events = (await api.store.database.run(EVENTS, [`destination/${id}`])).map(({ type }) => type);
  expect(events.slice(-3)).toEqual(['DestinationAuthorized', 'DestinationUnauthorized', 'DestinationAuthorized']);
  const request = { subjectType: 'destination', subjectID: id, caller: 'operator/anna', limit: 10 };
  const actions = await listAdministrativeActions(api.store.database, request);
  expect(actions.map(({ operation, reason }) => [operation, reason])).toEqual([
    ['approve', 'documents checked'],
    ['reject', 'another name'],
    ['approve', 'documents checked'],
  ]);
});

test('a concurrent approval and rejection leave one decision', async () => {
  const id = await aReviewed();
  await Promise.all([approve(id), reject(id), approve(id), reject(id)]);
  const isAuthorised = (await listed('Authorized')).includes(id);
  const isRejected = (await listed('Rejected')).includes(id);
  expect([isAuthorised, isRejected].filter(Boolean)).toHaveLength(1);
});

test('lists show what waits, what was rejected and what is authorised, page by page', async () => {
  const [waiting, rejected, approved, expired] = [
    await aReviewed(),
    await aReviewed(),
    await aReviewed(),
    await aReviewed(),
  ];
  await reject(rejected);
  for (const id of [approved, expired]) await approve(id);
  const EXPIRE = statement('test-expire', `UPDATE destinations SET valid_until = now() WHERE id = $1`);
  await api.store.database.run(EXPIRE, [expired]);
  await expireDestination(api.store, expired, new Date());
  const automatic = await aDestination(api.integrator);
  expect(await listed('AwaitingApproval')).toEqual(expect.arrayContaining([expired, waiting]));
  expect(await listed('AwaitingApproval')).not.toEqual(expect.arrayContaining([automatic]));
  expect(await listed('Rejected')).toContain(rejected);
  expect(await listed('Authorized')).toContain(approved);
  const rows = (await listOperatedDestinations(api.store, { status: 'Rejected', limit: 100 })).rows;
  expect(rows.find(({ id }) => id === rejected)).toMatchObject({ rejectionReason: 'another name', isBlocked: false });
});

test('an absent destination is refused', async () => {
  await expect(approve('unknown')).rejects.toMatchObject({ code: 'notFound' });
  await expect(reject('unknown')).rejects.toMatchObject({ code: 'notFound' });
});
