import { Refusal } from '../../domain/errors/refusal';
import type { Invoice } from '../../domain/invoice/invoice';
import { invoiceMachine } from '../../domain/invoice/invoice.machine';
import type { Origin } from '../audit/origin';
import { insertText, toValues } from '../columns';
import { statement, type BoundStatement, type Database, type Transaction } from '../database';
import { OutcomeUnknown, DatabaseUnavailable } from '../database-failure';
import { succeeded, failed, Batcher, type ItemResult } from '../batcher';
import { changeResult, appendChangeStatement, type Change, type ChangeResult } from '../change-log';
import { assertAllocationPermitted } from '../shop/allocation-targets';
import { operableShop, type Shop } from '../shop/shop.queries';
import { wakeFor, type Store } from '../store';
import { LOCK_SCHEDULE, rescheduleDueDates } from './due-date-schedule';
import { invoiceWebhookMessages } from './invoice.message';
import { INVOICE_COLUMNS } from './invoice.table';
import { draftInvoice, type NewInvoice } from './new-invoice';

/** An invoice to be made: what is given, the fingerprint of what is compared, when, and who asks for it. */
export interface Creation {
  given: NewInvoice;
  hash: Buffer | null;
  now: Date;
  origin: Origin | undefined;
}

/** A large shop's burst is many transactions all the same: what one of them holds, others of the shop wait for. */
const MAX_BATCH = 32;

/** While one waits for the disk, another is written. */
const AT_ONCE = 2;

/** A second's worth of a whole process; who comes then is asked to come again, rather than to wait for what may take long. */
const MAX_WAITING = 1_000;
const RETRY_AFTER_SECONDS = 5;

const gatherings = new WeakMap<Database, Map<string, Batcher<Creation, Invoice>>>();

/**
 * Where the invoices of a shop are made: two transactions of it at a time, with all that were asked for meanwhile. So a shop that asks
 * for many pays for few commits, holds two connections, and lets no other shop wait for it.
 */
export function invoicesOfShop(
  { database, ...store }: Store,
  { partyID, shopID }: Pick<NewInvoice, 'partyID' | 'shopID'>,
): Batcher<Creation, Invoice> {
  const ofDatabase = gatherings.get(database) ?? new Map<string, Batcher<Creation, Invoice>>();
  gatherings.set(database, ofDatabase);
  const name = JSON.stringify([partyID, shopID]);
  const found = ofDatabase.get(name);
  if (found) return found;
  const gathering = new Batcher<Creation, Invoice>({
    maxBatchSize: MAX_BATCH,
    concurrency: AT_ONCE,
    waiting: { maxBatchSize: MAX_WAITING, onOverflow: tooMany },
    runBatch: (creations) => createAll({ ...store, database }, creations),
    failsWholeBatch: (error) => error instanceof DatabaseUnavailable,
    onIdle: () => ofDatabase.delete(name),
  });
  ofDatabase.set(name, gathering);
  return gathering;
}

function tooMany(): Refusal {
  const message = 'as many invoices of the shop wait to be made as may';
  return new Refusal('temporarilyUnavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function createAll(store: Store, creations: readonly Creation[]): Promise<readonly ItemResult<Invoice>[]> {
  try {
    return await createTogether(store, creations);
  } catch (error) {
    const isOfAll = error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown || error instanceof Refusal;
    if (isOfAll || creations.length === 1) throw error;
  }
  // The record refuses one of them, and has undone all.
  const outcomes: ItemResult<Invoice>[] = [];
  for (const each of creations)
    outcomes.push(...(await createTogether(store, [each]).catch((error) => [failed(error)])));
  return outcomes;
}

/** Makes invoices of one shop in one transaction. @throws Refusal where the shop may not work now */
async function createTogether(store: Store, creations: readonly Creation[]): Promise<readonly ItemResult<Invoice>[]> {
  const { drafts, woken } = await store.database.transaction(async (tx) => {
    const drafts = await draftAll(store.database, creations, tx);
    return { drafts, woken: await insertAll(store.database, getInsertions(creations, drafts), tx) };
  });
  wakeFor(store, woken);
  return drafts;
}

/** What each of them would be, and why some cannot be made. */
async function draftAll(
  database: Database,
  creations: readonly Creation[],
  tx: Transaction,
): Promise<ItemResult<Invoice>[]> {
  const [first] = creations;
  if (!first) return [];
  const [shop, taken] = await Promise.all([
    operableShop(database, first.given, tx),
    takenNames(database, creations, tx),
  ]);
  return Promise.all(
    creations.map(async ({ given, now }) => {
      const name = formatName(given);
      if (name !== undefined && taken.has(name))
        return failed(new Refusal('externalIDConflict', 'externalID is taken'));
      if (name !== undefined) taken.add(name);
      return draft(database, { given, shop, now }, tx).then(succeeded, failed);
    }),
  );
}

async function draft(
  database: Database,
  { given, shop, now }: { given: NewInvoice; shop: Shop; now: Date },
  tx: Transaction,
): Promise<Invoice> {
  if (given.allocation) await assertAllocationPermitted(database, { shop, allocation: given.allocation }, tx);
  return draftInvoice(given, shop, now);
}

const TAKEN = statement<{ externalID: string; scope: string }>(
  'invoice-taken-names',
  `SELECT external_id AS "externalID", external_id_scope AS scope FROM invoices
   WHERE party_id = $1 AND external_id = ANY ($2::text[]) AND external_id IS NOT NULL`,
);

/** Which of the external ids have been used: what failed because of one would undo all that is made with it. */
async function takenNames(database: Database, creations: readonly Creation[], tx: Transaction): Promise<Set<string>> {
  const named = creations.flatMap(({ given }) => given.externalID ?? []);
  const taken = named.length > 0 ? await database.run(TAKEN, [creations[0]?.given.partyID, named], tx) : [];
  return new Set(taken.flatMap(({ externalID, scope }) => formatName({ externalID, externalIDScope: scope }) ?? []));
}

function formatName({
  externalID,
  externalIDScope = '',
}: Pick<NewInvoice, 'externalID' | 'externalIDScope'>): string | undefined {
  return externalID === undefined ? undefined : JSON.stringify([externalID, externalIDScope]);
}

const INSERT = statement(
  'invoice-insert',
  `${insertText('invoices', INVOICE_COLUMNS, ['parameters_hash', 'external_id_scope'])} RETURNING ${LOCK_SCHEDULE}`,
);

interface Insertion extends Creation {
  invoice: Invoice;
}

/** Those that can be made, in one order everywhere: of two who make the same names, one waits for the other and not both. */
function getInsertions(creations: readonly Creation[], drafts: readonly ItemResult<Invoice>[]): Insertion[] {
  const insertions = creations.flatMap((creation, place) => {
    const draft = drafts[place];
    return draft?.status === 'fulfilled' ? [{ ...creation, invoice: draft.value }] : [];
  });
  return insertions.sort((a, b) =>
    Buffer.compare(Buffer.from(formatName(a.given) ?? ''), Buffer.from(formatName(b.given) ?? '')),
  );
}

/** @returns who has to be woken once they are committed */
async function insertAll(database: Database, insertions: readonly Insertion[], tx: Transaction): Promise<ChangeResult> {
  if (insertions.length === 0) return { hasCommands: false, hasSubscribers: false };
  const writes = insertions.map(getWrites);
  const wake = rescheduleDueDates({
    dueDate: new Date(Math.min(...insertions.map(({ invoice }) => invoice.dueDate.getTime()))),
  });
  const answers = await database.commitWith([...writes.flatMap(({ insert, append }) => [insert, append]), wake], tx);
  return {
    hasCommands: answers.getRows(wake).length > 0,
    hasSubscribers: writes.some(({ change, append }) => changeResult(change, answers.getRows(append)).hasSubscribers),
  };
}

function getWrites({ invoice, given, hash, now, origin }: Insertion): {
  change: Change;
  insert: BoundStatement;
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
  return { change, insert, append: appendChangeStatement(change, origin) };
}
