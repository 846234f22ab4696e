import { Client } from 'pg';
import { anInvoice, CARDS, INSTANT, pay } from '../../../tests/harness/factories/payment';
import { aCardToken, aDestination, startWalletApi, type WalletApi } from '../../../tests/harness/factories/wallet';
import { VaultRefusal, VaultUnavailable } from '../../../vault/client/vault-client';
import { deleteUnusedCards } from './delete-cards';

interface Reference {
  token: string;
  cardID: string;
  partyID: string;
}

let api: WalletApi;
beforeEach(async () => {
  api = await startWalletApi();
});
afterEach(() => api?.stop());

async function references(): Promise<Reference[]> {
  const text = `SELECT token, card_id AS "cardID", party_id AS "partyID" FROM vault_cards ORDER BY created_at`;
  return api.store.database.search<Reference>(text, []);
}

const endHere = () =>
  api.store.database.search('UPDATE vault_cards SET delete_after = now() WHERE delete_after > now()', []);

async function inVault(text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: (await api.vault.open()).databaseUrl });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function endAll(): Promise<void> {
  await endHere();
  await inVault('UPDATE cards SET due_at = now() WHERE due_at IS NOT NULL');
}

const deleteCards = () => deleteUnusedCards({ database: api.store.database, vault: api.vault });

async function isInVault({ cardID, partyID }: Reference): Promise<boolean> {
  const { clients } = await api.vault.open();
  return clients.api.getCard({ cardID, partyID }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof VaultRefusal && error.code === 'cardNotFound') return false;
      throw error;
    },
  );
}

const enterCard = () =>
  api.integrator.post<any>('/v2/processing/payment-resources', {
    paymentTool: { paymentToolType: 'CardData', cardNumber: CARDS.good, expDate: '12/2029', cvv: '123' },
    clientInfo: { fingerprint: 'browser-1' },
  });

test('a card is deleted at its end, in the vault and here, unless a destination uses it', async () => {
  const [unused, used] = [await aCardToken(api.integrator, CARDS.good), await aCardToken(api.integrator, CARDS.good)];
  await aDestination(api.integrator, { resource: { type: 'BankCardDestinationResource', token: used } });
  expect((await enterCard()).status).toBe(201);
  expect(await deleteCards()).toEqual({ count: 0, hasMore: false });
  const kept = await references();
  await endAll();
  // Two at once may take the same cards: a deletion is idempotent.
  await Promise.all([deleteCards(), deleteCards()]);
  expect((await deleteCards()).count).toBe(0);
  expect((await references()).map(({ token }) => token)).toEqual([used]);
  expect((await api.integrator.get(`/payres/v0/bank-cards/${unused}`)).status).toBe(404);
  const inVault = await Promise.all(kept.map(async (card) => [card.token, await isInVault(card)]));
  expect(inVault.filter(([, isThere]) => isThere)).toEqual([[used, true]]);
});

test('a deletion that the vault interrupted is completed, and the card cannot be used until then', async () => {
  const token = await aCardToken(api.integrator, CARDS.good);
  await endAll();
  const vault = { ...api.vault, deleteCard: () => Promise.reject(new VaultUnavailable('the vault does not answer')) };
  await expect(deleteUnusedCards({ database: api.store.database, vault })).rejects.toThrow(VaultUnavailable);
  const resource = { type: 'BankCardDestinationResource', token };
  await expect(aDestination(api.integrator, { resource })).rejects.toThrow(/resource.token|422/);
  expect(await deleteCards()).toEqual({ count: 1, hasMore: false });
  expect(await references()).toEqual([]);
});

test('a card that ends here before it is due in the vault is deleted when the vault has deleted it', async () => {
  await aCardToken(api.integrator, CARDS.good);
  await endHere();
  expect(await deleteCards()).toEqual({ count: 1, hasMore: false });
  const [kept] = await references();
  expect(kept && (await isInVault(kept))).toBe(true);
  const [later] = await api.store.database.search<{ hours: number }>(
    'SELECT round(extract(epoch FROM delete_after - now()) / 3600)::int AS hours FROM vault_cards',
    [],
  );
  expect(later?.hours).toBe(24);
  await inVault('DELETE FROM cards');
  await endHere();
  await deleteCards();
  expect(await references()).toEqual([]);
});

test('the vault keeps the card of a destination without an end, and others as long as the platform', async () => {
  const [unused, used] = [await aCardToken(api.integrator, CARDS.good), await aCardToken(api.integrator, CARDS.good)];
  await aDestination(api.integrator, { resource: { type: 'BankCardDestinationResource', token: used } });
  const ends = await api.store.database.search<{ token: string; cardID: string; deleteAfter: Date | null }>(
    'SELECT token, card_id AS "cardID", delete_after AS "deleteAfter" FROM vault_cards',
    [],
  );
  const dueAt = new Map(
    ((await inVault('SELECT id, due_at AS "dueAt" FROM cards')) as { id: string; dueAt: Date | null }[]).map(
      ({ id, dueAt: at }) => [id, at],
    ),
  );
  for (const { cardID, deleteAfter } of ends) expect(dueAt.get(cardID)?.getTime()).toBe(deleteAfter?.getTime());
  expect(ends.find(({ token }) => token === used)?.deleteAfter).toBeNull();
  expect(ends.find(({ token }) => token === unused)?.deleteAfter).not.toBeNull();
});

test('without the vault a card is refused with 503, and what was recorded of it is deleted later', async () => {
  await api.vault.open();
  await api.vault.stop();
  for (const answer of [
    await enterCard(),
    await api.integrator.post<any>('/payres/v0/bank-cards', { cardNumber: CARDS.good, expDate: '12/29' }),
  ]) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect(await references()).toHaveLength(2);
  await endAll();
  const vault = { ...api.vault, deleteCard: () => Promise.resolve(undefined) };
  expect((await deleteUnusedCards({ database: api.store.database, vault })).count).toBe(2);
});

test('other payment tools need no vault', async () => {
  await api.vault.open();
  await api.vault.stop();
  const given = {
    paymentTool: { paymentToolType: 'CryptoWalletData', cryptoCurrency: 'bitcoin' },
    clientInfo: { fingerprint: 'x' },
  };
  expect((await api.integrator.post('/v2/processing/payment-resources', given)).status).toBe(201);
});

test('a payment with a late deadline keeps its card until then', async () => {
  const { merchant, shopID } = api.own;
  const { id } = await anInvoice(merchant, shopID);
  const processingDeadline = new Date(Date.now() + 40 * 86_400_000).toISOString();
  await pay(merchant, id, { card: CARDS.good, flow: INSTANT, fields: { processingDeadline } });
  const text = 'SELECT delete_after AS "deleteAfter" FROM vault_cards';
  const [card] = await api.store.database.search<{ deleteAfter: Date }>(text, []);
  expect(card?.deleteAfter.toISOString()).toBe(processingDeadline);
  expect(await inVault('SELECT due_at AS "dueAt" FROM cards')).toEqual([{ dueAt: new Date(processingDeadline) }]);
});
