import { statement, type BoundStatement, type Database, type Transaction } from '../../postgres/database';
import { selectUnknown } from './known-accounts';
import { lockingOrder, recordLocks, recordOpening } from './locking-order';

/** A movement between two accounts of one currency. Its id names the operation, so that no operation posts twice. */
export interface Transfer {
  id: string;
  debitAccountID: string;
  creditAccountID: string;
  amountMinor: bigint;
  currency: string;
  reason: string;
}

/** An account that is opened on first use. Unless it may go negative, it never spends more than its balance less holds. */
export interface Account {
  id: string;
  kind: 'settlement' | 'connector' | 'fee' | 'wallet' | 'source' | 'exchange' | 'inTransit' | 'reserve' | 'bank';
  currency: string;
  mayGoNegative: boolean;
}

/** In minor units: `own` is posted, `available` is `own` less holds. */
export interface Balance {
  own: bigint;
  available: bigint;
}

/** ON CONFLICT names no index, because concurrent inserts may conflict at another unique index first. */
const OPEN = statement(
  'ledger-open',
  `INSERT INTO ledger_accounts (id, kind, currency, may_go_negative)
   SELECT id, kind, currency, may_go_negative
   FROM jsonb_to_recordset($1::jsonb) AS a (id text, kind text, currency text, may_go_negative boolean)
   ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
);

/** Opens missing accounts. A transaction opens all at once before it locks any, which avoids deadlocks. */
export async function openAccounts(database: Database, accounts: readonly Account[], tx?: Transaction): Promise<void> {
  if (tx) recordOpening(tx);
  await database.run(OPEN, toOpeningValues(accounts), tx);
}

/** As `openAccounts`, as a last statement of a transaction; none if this process knows that all are open. */
export function openingStatements(database: Database, accounts: readonly Account[], tx: Transaction): BoundStatement[] {
  recordOpening(tx);
  const unknown = selectUnknown(database, accounts, tx);
  return unknown.length === 0 ? [] : [{ ...OPEN, values: toOpeningValues(unknown) }];
}

function toOpeningValues(accounts: readonly Account[]): unknown[] {
  const rows = accounts.map(({ mayGoNegative, ...account }) => ({ ...account, may_go_negative: mayGoNegative }));
  return [JSON.stringify(rows)];
}

/** Posts a hold (fully, or only `amountMinor` of it) or voids it. */
export interface Resolution {
  id: string;
  pendingID: string;
  amountMinor?: bigint;
  reason: string;
}

export type Movement = ({ kind: 'posted' | 'pending' } & Transfer) | ({ kind: 'post' | 'void' } & Resolution);

export function post(transfer: Transfer): Movement {
  return { kind: 'posted', ...transfer };
}

/** Holds money on the debit account, which can no longer spend it. */
export function hold(transfer: Transfer): Movement {
  return { kind: 'pending', ...transfer };
}

/** Posts a hold; the rest beyond `amountMinor` returns to the debit account. */
export function postPending(resolution: Resolution): Movement {
  return { kind: 'post', ...resolution };
}

export function voidPending(resolution: Omit<Resolution, 'amountMinor'>): Movement {
  return { kind: 'void', ...resolution };
}

/**
 * Carries out all movements of a transaction. Locks their accounts by id first, which prevents deadlocks.
 * @throws InsufficientFunds, LimitExceeded if a wallet exceeds the largest exact JSON integer
 */
export async function move(database: Database, movements: readonly Movement[], tx: Transaction): Promise<void> {
  const pendingIDs = movements.flatMap((movement) => ('pendingID' in movement ? [movement.pendingID] : []));
  const holds = pendingIDs.length > 0 ? await findHolds(database, pendingIDs, tx) : [];
  const entries = buildEntries(movements, holds);
  const accountIDs = lockingOrder(entries.flatMap((entry) => [entry.debitAccountID, entry.creditAccountID]));
  recordLocks(accountIDs, tx);
  const locking = entries.length > 1 ? database.run(LOCK, [accountIDs], tx) : undefined;
  await Promise.all([locking, ...entries.map(async (entry) => runMovement(database, entry, tx))]);
}

/** As `move`, as last statements of a transaction, for accounts that may go negative. */
export function movingStatements(
  movements: readonly Movement[],
  holds: readonly Hold[],
  tx: Transaction,
): BoundStatement[] {
  const entries = buildEntries(movements, holds);
  const accountIDs = lockingOrder(entries.flatMap((entry) => [entry.debitAccountID, entry.creditAccountID]));
  recordLocks(accountIDs, tx);
  const [single] = entries;
  if (single && entries.length === 1) return [{ ...MOVE, values: moveValues(single) }];
  return [{ ...MOVE_MANY, values: [accountIDs, JSON.stringify(entries.map(toTransferRow))] }];
}

export type Hold = Omit<Transfer, 'reason'>;

interface Entry extends Transfer {
  kind: Movement['kind'];
  pendingID: string | null;
  heldMinor: bigint;
}

const FIND_PENDING = statement<Hold>(
  'ledger-find-pending',
  `SELECT id, debit_account_id AS "debitAccountID", credit_account_id AS "creditAccountID", amount AS "amountMinor", currency
   FROM ledger_transfers WHERE id = $1 AND kind = 'pending'`,
);

/** Reads each hold by a statement of its own in one round trip, because PostgreSQL would plan a list each time. */
export async function findHolds(database: Database, names: readonly string[], tx: Transaction): Promise<Hold[]> {
  return (await Promise.all(names.map(async (name) => database.run(FIND_PENDING, [name], tx)))).flat();
}

function buildEntries(movements: readonly Movement[], found: readonly Hold[]): Entry[] {
  const holds = new Map(found.map((pending) => [pending.id, pending]));
  return movements.map((movement): Entry => {
    if (!('pendingID' in movement)) return { ...movement, pendingID: null, heldMinor: 0n };
    const pending = holds.get(movement.pendingID);
    if (!pending) throw new Error(`ledger has no hold ${movement.pendingID}`);
    const heldMinor = pending.amountMinor;
    const amountMinor = movement.kind === 'void' ? 0n : (movement.amountMinor ?? heldMinor);
    if (amountMinor > heldMinor) throw new Error(`hold ${pending.id} is smaller than ${amountMinor}`);
    return { ...pending, ...movement, amountMinor, heldMinor };
  });
}

const LOCK = statement(
  'ledger-lock',
  'SELECT FROM ledger_accounts WHERE id = ANY ($1::text[]) ORDER BY id COLLATE "C" FOR UPDATE',
);

/** Locks open accounts, in their order, before a balance decides about a movement between them. */
export async function lockAccounts(database: Database, accounts: readonly Account[], tx: Transaction): Promise<void> {
  const accountIDs = lockingOrder(accounts.map(({ id }) => id));
  recordLocks(accountIDs, tx);
  await database.run(LOCK, [accountIDs], tx);
}

/** Locks its two accounts in the order of their ids. */
export const MOVE = statement(
  'ledger-move',
  `WITH transfer AS (
     INSERT INTO ledger_transfers (id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason)
     VALUES ($1, $2, $3, $4::text, $5::text, $6::bigint, $7, $8)
   ), locked AS MATERIALIZED (
     SELECT id FROM ledger_accounts WHERE id IN ($4, $5) ORDER BY id COLLATE "C" FOR UPDATE
   )
   UPDATE ledger_accounts a SET
     debits_posted = debits_posted + CASE WHEN a.id = $4 AND $2 <> 'pending' THEN $6::bigint ELSE 0 END,
     credits_posted = credits_posted + CASE WHEN a.id = $5 AND $2 <> 'pending' THEN $6::bigint ELSE 0 END,
     debits_pending = debits_pending + CASE WHEN a.id <> $4 THEN 0 WHEN $2 = 'pending' THEN $6::bigint ELSE - $9::bigint END,
     credits_pending = credits_pending + CASE WHEN a.id <> $5 THEN 0 WHEN $2 = 'pending' THEN $6::bigint ELSE - $9::bigint END
   FROM locked WHERE a.id = locked.id`,
);

/** As `MOVE` for several transfers; each account is updated once. */
const MOVE_MANY = statement(
  'ledger-move-many',
  `WITH given AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb) AS g (id text, kind text, pending_id text, debit_account_id text,
       credit_account_id text, amount bigint, currency text, reason text, held bigint)
   ), transfer AS (
     INSERT INTO ledger_transfers (id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason)
     SELECT id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason FROM given
   ), locked AS MATERIALIZED (
     SELECT id FROM ledger_accounts WHERE id = ANY ($1::text[]) ORDER BY id COLLATE "C" FOR UPDATE
   ), side AS (
     SELECT debit_account_id AS id, CASE WHEN kind <> 'pending' THEN amount ELSE 0 END AS debit, 0 AS credit,
       CASE WHEN kind = 'pending' THEN amount ELSE - held END AS debit_pending, 0 AS credit_pending FROM given
     UNION ALL
     SELECT credit_account_id, 0, CASE WHEN kind <> 'pending' THEN amount ELSE 0 END, 0,
       CASE WHEN kind = 'pending' THEN amount ELSE - held END FROM given
   ), total AS MATERIALIZED (
     SELECT id, sum(debit) AS debit, sum(credit) AS credit, sum(debit_pending) AS debit_pending, sum(credit_pending) AS credit_pending
     FROM side WHERE id IN (SELECT id FROM locked) GROUP BY id
   )
   UPDATE ledger_accounts a SET
     debits_posted = debits_posted + total.debit,
     credits_posted = credits_posted + total.credit,
     debits_pending = debits_pending + total.debit_pending,
     credits_pending = credits_pending + total.credit_pending
   FROM total WHERE a.id = ANY ($1::text[]) AND a.id = total.id`,
);

function toTransferRow({ id, kind, pendingID, currency, reason, ...entry }: Entry): object {
  const sides = { debit_account_id: entry.debitAccountID, credit_account_id: entry.creditAccountID };
  const amounts = { amount: entry.amountMinor.toString(), held: entry.heldMinor.toString() };
  return { id, kind, pending_id: pendingID, ...sides, ...amounts, currency, reason };
}

/** An account that must not go negative lacks funds. */
export class InsufficientFunds extends Error {
  constructor(readonly accountID: string) {
    super(`account ${accountID} does not have enough`);
    this.name = 'InsufficientFunds';
  }
}

/** A limit is exceeded: known only under the lock of the account. */
export class LimitExceeded extends Error {
  constructor(readonly accountID: string) {
    super(`account ${accountID} has reached its limit`);
    this.name = 'LimitExceeded';
  }
}

async function runMovement(database: Database, entry: Entry, tx: Transaction): Promise<void> {
  const { debitAccountID, creditAccountID } = entry;
  try {
    await database.run(MOVE, moveValues(entry), tx);
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === 'ledger_accounts_never_overdrawn') throw new InsufficientFunds(debitAccountID);
    if (constraint === 'ledger_accounts_wallet_is_json_safe') throw new LimitExceeded(creditAccountID);
    throw error;
  }
}

function moveValues({ id, kind, pendingID, reason, currency, ...entry }: Entry): unknown[] {
  const sides = [entry.debitAccountID, entry.creditAccountID, entry.amountMinor.toString(), currency];
  return [id, kind, pendingID, ...sides, reason, entry.heldMinor.toString()];
}

const BALANCE = statement<Record<keyof Balance, string>>(
  'ledger-balance',
  `SELECT coalesce(sum(credits_posted - debits_posted), 0)::text AS own,
     coalesce(sum(credits_posted - debits_posted - debits_pending), 0)::text AS available
   FROM ledger_accounts WHERE id = ANY ($1::text[])`,
);

/** The balance of an account, or the sum of several; zero if none was ever opened. */
export async function readBalance(
  database: Database,
  accountIDs: string | readonly string[],
  tx?: Transaction,
): Promise<Balance> {
  const [balance] = await database.run(BALANCE, [[accountIDs].flat()], tx);
  return { own: BigInt(balance?.own ?? 0), available: BigInt(balance?.available ?? 0) };
}
