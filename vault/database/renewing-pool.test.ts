import { setTimeout as sleep } from 'node:timers/promises';
import { ReadOnlyDatabase } from '../../tests/harness/read-only-database';
import { VaultUnavailable } from '../client/vault-client';
import { startTestVault } from '../testing/test-vault';

const CARD = { partyID: 'party', cardNumber: '4242424242424242' };

test('a vault stores cards at once when its database takes writes again', async () => {
  const vault = await startTestVault();
  const server = await ReadOnlyDatabase.open(vault.databaseUrl);
  const store = async (): Promise<unknown> => vault.clients.api.storeCard(CARD);
  const storeAll = async () => Promise.allSettled(Array.from({ length: 64 }, store));
  await store();
  await server.setReadOnly();
  for (let round = 0; round < 3; round++) {
    const results = await storeAll();
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(VaultUnavailable) });
    await Promise.all(Array.from({ length: 64 }, async () => vault.clients.operator.status()));
  }
  await server.setWritable();
  await sleep(500);
  await store();
  expect((await storeAll()).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await server.search('SELECT count(*)::int AS count FROM cards')).toEqual([{ count: 66 }]);
  await server.close();
  await vault.stop();
});
