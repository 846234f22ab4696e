import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { CallbackReading } from '../connectors/callback';
import { createLogger } from '../runtime/logger';
import { openStore, type Store } from '../store/store';
import { freshDatabase } from '../tests/harness/database';
import { aStoredWithdrawal } from '../tests/harness/factories/stored-withdrawal';
import { seedReferenceData } from '../tests/harness/reference-data';
import { createCallbacks } from './callbacks';

/* Callbacks of a connector that chooses its responses. */

let store: Store;
let server: Server;
let reading: CallbackReading;
beforeAll(async () => {
  store = openStore({ DATABASE_URL: await freshDatabase(), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') });
  await seedReferenceData(store.database);
  const accounts = { find: async () => ({ read: () => reading }) };
  const logger = createLogger({ process: 'test', level: 'silent' });
  server = express().use('/callbacks', createCallbacks({ store, accounts, logger })).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server?.close();
  await store?.database.close();
});
beforeEach(() => store.database.search('DELETE FROM outbox', []));

async function call(given: CallbackReading): Promise<{ status: number; type: string | null; body: string }> {
  reading = given;
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/callbacks/sandbox/sandbox`, { method: 'POST', body: '{}' });
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
}

const commands = () =>
  store.database.search<{ workflowID: string; kind: string }>(
    `SELECT workflow_id AS "workflowID", command ->> 'kind' AS kind FROM outbox`,
    [],
  );

const ACCEPTED = { status: 202, contentType: 'text/plain', body: '[accepted]' };

test('a callback is answered with 200 and an empty body by default', async () => {
  expect(await call({ kind: 'read' })).toEqual({ status: 200, type: null, body: '' });
});

test.each(['read', 'refused', 'unreadable'] as const)(
  'the connector chooses status and body of a callback that is %s',
  async (kind) => {
    const answered = await call({ kind, response: ACCEPTED });
    expect(answered).toEqual({ status: 202, type: 'text/plain; charset=utf-8', body: '[accepted]' });
  },
);

test('a refused callback is answered with 401, an unreadable one with 400', async () => {
  expect(await call({ kind: 'refused' })).toMatchObject({ status: 401, body: '' });
  expect(await call({ kind: 'unreadable' })).toMatchObject({ status: 400 });
});

test('a callback that cannot be recorded is answered with 503, whatever the connector chose', async () => {
  const failing = jest.spyOn(store.database, 'run').mockRejectedValueOnce(new Error('unavailable'));
  const answered = await call({ kind: 'read', operationID: 'withdrawal/unknown/payOut', response: ACCEPTED });
  expect(answered).toMatchObject({ status: 503 });
  failing.mockRestore();
});

test('a callback of an operation that the account does not have wakes nothing', async () => {
  await call({ kind: 'read', operationID: 'refund/invoice.1.100/refund' });
  const { id } = await aStoredWithdrawal(store);
  await store.database.search(`UPDATE withdrawals SET connector = 'another' WHERE id = $1`, [id]);
  await store.database.search('DELETE FROM outbox', []);
  await call({ kind: 'read', operationID: `withdrawal/${id}/payOut` });
  expect(await commands()).toEqual([]);
});

test('a callback of a pending payout wakes its workflow, that of a succeeded one starts a check for its return', async () => {
  const { id } = await aStoredWithdrawal(store);
  await store.database.search('DELETE FROM outbox', []);
  const operationID = `withdrawal/${id}/payOut`;
  await call({ kind: 'read', operationID });
  expect(await commands()).toEqual([{ workflowID: `withdrawal/${id}`, kind: 'signal' }]);
  await store.database.search(`UPDATE withdrawals SET status = 'Succeeded' WHERE id = $1`, [id]);
  await store.database.search('DELETE FROM outbox', []);
  await call({ kind: 'read', operationID });
  expect(await commands()).toEqual([{ workflowID: `late-success/${operationID}`, kind: 'start' }]);
});
