import { Refusal } from '../../../domain/platform/errors/refusal';
import type { Invoice } from '../../../domain/payments/invoice/invoice';
import { invoiceMachine } from '../../../domain/payments/invoice/invoice.machine';
import type { Origin } from '../../platform/audit/origin';
import { insertText, toValues } from '../../postgres/columns';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { OutcomeUnknown, DatabaseUnavailable } from '../../postgres/database-failure';
import { succeeded, failed, Batcher, type ItemResult } from '../../../runtime/batcher';
import { withAppended, FIRST_WRITE_PARAMETER, type Appended } from '../../append-change';
import { appendChangeStatement, changeResult, type Change, type ChangeResult } from '../../change-log';
import { assertAllocationPermitted } from '../../merchants/shop/allocation-targets';
import { getOperableShop, type ShopRow } from '../../merchants/shop/shop.queries';
import { wakeDispatchers, type Store } from '../../store';
import { LOCK_SCHEDULE, rescheduleDueDates } from './due-date-schedule';
import { invoiceWebhookMessages } from './invoice.message';
import { INVOICE_COLUMNS } from './invoice.table';
import { draftInvoice, type NewInvoice } from './new-invoice';

export interface Creation {
  given: NewInvoice;
  hash: Buffer | null;
  now: Date;
  origin: Origin | undefined;
}

/** Bounds how long a batch blocks other transactions of the shop. */
const MAX_BATCH = 32;

/** One transaction is written while another waits for the disk. */
const MAX_CONCURRENT_BATCHES = 2;

/** About what a process creates in a second; beyond it callers are asked to retry. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 5;

const batchers = new WeakMap<Database, Map<string, Batcher<Creation, Invoice>>>();

/** Batches the creations of a shop: a burst costs few commits and two connections, and does not delay other shops. */
export function getInvoiceBatcher(
  { database, ...store }: Store,
  { partyID, shopID }: Pick<NewInvoice, 'partyID' | 'shopID'>,
): Batcher<Creation, Invoice> {
  const batchersByShop = batchers.get(database) ?? new Map<string, Batcher<Creation, Invoice>>();
  batchers.set(database, batchersByShop);
  const name = JSON.stringify([partyID, shopID]);
  const found = batchersByShop.get(name);
  if (found) return found;
  const batcher = new Batcher<Creation, Invoice>({
    maxBatchSize: MAX_BATCH,
    concurrency: MAX_CONCURRENT_BATCHES,
    waiting: { maxBatchSize: MAX_WAITING, onOverflow: buildQueueFull },
    runBatch: (creations) => createAll({ ...store, database }, creations),
    failsWholeBatch: (error) => error instanceof DatabaseUnavailable,
    onIdle: () => batchersByShop.delete(name),
  });
  batchersByShop.set(name, batcher);
  return batcher;
}

function buildQueueFull(): Refusal {
  const message = 'the invoice queue of this shop is full';
  return new Refusal('temporarilyUnavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function createAll(store: Store, creations: readonly Creation[]): Promise<readonly ItemResult<Invoice>[]> {
  try {
    return await createBatch(store, creations);
  } catch (error) {
    const failsAll =
      error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown || error instanceof Refusal;
    if (failsAll || creations.length === 1) throw error;
  }
  const outcomes: ItemResult<Invoice>[] = [];
  for (const each of creations) outcomes.push(...(await createBatch(store, [each]).catch((error) => [failed(error)])));
  return outcomes;
}

/** Creates invoices of one shop in one transaction. @throws Refusal if the shop is not operable */
async function createBatch(store: Store, creations: readonly Creation[]): Promise<readonly ItemResult<Invoice>[]> {
  const { drafts, woken } = await store.database.transaction(async (tx) => {
    const drafts = await draftAll(store.database, creations, tx);
    return { drafts, woken: await insertAll(store.database, toInsertions(creations, drafts), tx) };
  });
  wakeDispatchers(store, woken);
  return drafts;
}

async function draftAll(
  database: Database,
  creations: readonly Creation[],
  tx: Transaction,
): Promise<ItemResult<Invoice>[]> {
  const [first] = creations;
  if (!first) return [];
  const [shop, used] = await Promise.all([
    getOperableShop(database, first.given, tx),
    findUsedNames(database, creations, tx),
  ]);
  return Promise.all(
    creations.map(async ({ given, now }) => {
      const name = formatName(given);
      if (name !== undefined && used.has(name)) return failed(new Refusal('externalIDConflict', 'externalID is taken'));
      if (name !== undefined) used.add(name);
      return draft(database, { given, shop, now }, tx).then(succeeded, failed);
    }),
  );
}

async function draft(
  database: Database,
  { given, shop, now }: { given: NewInvoice; shop: ShopRow; now: Date },
  tx: Transaction,
): Promise<Invoice> {
  if (given.allocation) await assertAllocationPermitted(database, { shop, allocation: given.allocation }, tx);
  return draftInvoice(given, shop, now);
}

const USED_NAMES = statement<{ externalID: string; scope: string }>(
  'invoice-used-names',
  `SELECT external_id AS "externalID", external_id_scope AS scope FROM invoices
   WHERE party_id = $1 AND external_id = ANY ($2::text[]) AND external_id IS NOT NULL`,
);

/** Finds used external ids beforehand, because a unique violation would roll back the whole batch. */
async function findUsedNames(
  database: Database,
  creations: readonly Creation[],
  tx: Transaction,
): Promise<Set<string>> {
  const named = creations.flatMap(({ given }) => given.externalID ?? []);
  const used = named.length > 0 ? await database.run(USED_NAMES, [creations[0]?.given.partyID, named], tx) : [];
  return new Set(used.flatMap(({ externalID, scope }) => formatName({ externalID, externalIDScope: scope }) ?? []));
}

function formatName({
  externalID,
  externalIDScope = '',
}: Pick<NewInvoice, 'externalID' | 'externalIDScope'>): string | undefined {
  return externalID === undefined ? undefined : JSON.stringify([externalID, externalIDScope]);
}

const INSERT = statement<Appended>(
  'invoice-insert',
  withAppended(`inserted AS (${insertText('invoices', INVOICE_COLUMNS, ['parameters_hash', 'external_id_scope'], FIRST_WRITE_PARAMETER)}
     RETURNING ${LOCK_SCHEDULE} AS locked)`),
);

interface Insertion extends Creation {
  invoice: Invoice;
}

/** Sorts by external id, so that two batches with the same ids do not deadlock. */
function toInsertions(creations: readonly Creation[], drafts: readonly ItemResult<Invoice>[]): Insertion[] {
  const insertions = creations.flatMap((creation, place) => {
    const draft = drafts[place];
    return draft?.status === 'fulfilled' ? [{ ...creation, invoice: draft.value }] : [];
  });
  return insertions.sort((a, b) =>
    Buffer.compare(Buffer.from(formatName(a.given) ?? ''), Buffer.from(formatName(b.given) ?? '')),
  );
}

/** @returns what to wake after the commit */
async function insertAll(database: Database, insertions: readonly Insertion[], tx: Transaction): Promise<ChangeResult> {
  if (insertions.length === 0) return { hasCommands: false, hasDeliveries: false };
  const writes = insertions.map(buildWrites);
  const wake = rescheduleDueDates({
    dueDate: new Date(Math.min(...insertions.map(({ invoice }) => invoice.dueDate.getTime()))),
  });
  const answers = await database.commitWith([...writes.map(({ append }) => append), wake], tx);
  return {
    hasCommands: answers.getRows(wake).length > 0,
    hasDeliveries: writes.some(({ change, append }) => changeResult(change, answers.getRows(append)).hasDeliveries),
  };
}

function buildWrites({ invoice, given, hash, now, origin }: Insertion): {
  change: Change;
  append: ReturnType<typeof appendChangeStatement>;
} {
  const change: Change = {
    subject: { type: 'invoice', id: invoice.id },
    recipients: invoice,
    occurredAt: now,
    event: { number: 1, changes: [{ changeType: 'InvoiceCreated' }] },
    messages: invoiceWebhookMessages(invoiceMachine.creation, invoice),
  };
  const insert = { ...INSERT, values: [...toValues(invoice, INVOICE_COLUMNS), hash, given.externalIDScope ?? ''] };
  return { change, append: appendChangeStatement(change, origin, { write: insert }) };
}
