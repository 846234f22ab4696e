import { statement, type BoundStatement, type Database, type Transaction } from '../database';
import { lockingOrder, noteLocks, noteOpening } from './locking-order';

/** A movement of money between two accounts of one currency. Its id is the operation it stands for, so that no operation posts twice. */
export interface Transfer {
  id: string;
  debitAccountID: string;
  creditAccountID: string;
  amountMinor: bigint;
  currency: string;
  reason: string;
}

/** An account to be opened if it is new. One that may not go negative never gives more than it has, held money included. */
export interface Account {
  id: string;
  kind: 'settlement' | 'connector' | 'fee' | 'wallet' | 'source' | 'exchange';
  currency: string;
  mayGoNegative: boolean;
}

/** What an account holds, in minor units: `own` is what is posted, `available` is `own` less what is held. */
export interface Balance {
  own: bigint;
  available: bigint;
}

/** No index is named as the one to meet at: of two who open the same account, one might meet the other at the next index, and fail. */
const OPEN = statement(
  'ledger-open',
  `INSERT INTO ledger_accounts (id, kind, currency, may_go_negative)
   SELECT id, kind, currency, may_go_negative
   FROM jsonb_to_recordset($1::jsonb) AS a (id text, kind text, currency text, may_go_negative boolean)
   ORDER BY id COLLATE "C" ON CONFLICT DO NOTHING`,
);

/**
 * Opens accounts that do not exist yet. Within a transaction all are opened in one go, before any is moved: whoever waits
 * for a new account then holds no other.
 */
export async function openAccounts(database: Database, accounts: readonly Account[], tx?: Transaction): Promise<void> {
  if (tx) noteOpening(tx);
  await database.run(OPEN, opened(accounts), tx);
}

/** As `openAccounts`, to be run with the last statements of a transaction. */
export function openingStatement(accounts: readonly Account[], tx: Transaction): BoundStatement {
  noteOpening(tx);
  return { ...OPEN, values: opened(accounts) };
}

function opened(accounts: readonly Account[]): unknown[] {
  const rows = accounts.map(({ mayGoNegative, ...account }) => ({ ...account, may_go_negative: mayGoNegative }));
  return [JSON.stringify(rows)];
}

/** What resolves a hold: posting it (all of it, or the less that `amountMinor` says) or voiding it. */
export interface Resolution {
  id: string;
  pendingID: string;
  amountMinor?: bigint;
  reason: string;
}

/** One movement of a transaction: see `move`. */
export type Movement = ({ kind: 'posted' | 'pending' } & Transfer) | ({ kind: 'post' | 'void' } & Resolution);

/** Moves money at once. */
export function post(transfer: Transfer): Movement {
  return { kind: 'posted', ...transfer };
}

/** Holds money: it stays with the debit account, which can no longer spend it. */
export function hold(transfer: Transfer): Movement {
  return { kind: 'pending', ...transfer };
}

/** Posts a hold; what `amountMinor` leaves of it returns to the debit account. */
export function postPending(resolution: Resolution): Movement {
  return { kind: 'post', ...resolution };
}

/** Gives a hold back whole. */
export function voidPending(resolution: Omit<Resolution, 'amountMinor'>): Movement {
  return { kind: 'void', ...resolution };
}

/**
 * Carries out everything that a transaction moves, in the order given. All accounts are locked before, by their ids: two
 * transactions never wait for each other in a circle, whatever they move between the same accounts.
 * @throws InsufficientFunds where an account that may not go negative would, LimitExceeded where a wallet would own more
 * than can be told
 */
export async function move(database: Database, movements: readonly Movement[], tx: Transaction): Promise<void> {
  const pendingIDs = movements.flatMap((movement) => ('pendingID' in movement ? [movement.pendingID] : []));
  const holds = pendingIDs.length > 0 ? await findHolds(database, pendingIDs, tx) : [];
  const entries = buildEntries(movements, holds);
  const accountIDs = lockingOrder(entries.flatMap((entry) => [entry.debitAccountID, entry.creditAccountID]));
  noteLocks(accountIDs, tx);
  // One movement locks its two accounts itself.
  const locking = entries.length > 1 ? database.run(LOCK, [accountIDs], tx) : undefined;
  await Promise.all([locking, ...entries.map(async (entry) => carryOut(database, entry, tx))]);
}

/**
 * As `move`, to be run with the last statements of a transaction, of movements between accounts that may all go negative:
 * nobody is told which account refused.
 * @param holds what `findHolds` found of the holds that are resolved
 */
export function movingStatements(
  movements: readonly Movement[],
  holds: readonly Hold[],
  tx: Transaction,
): BoundStatement[] {
  const entries = buildEntries(movements, holds);
  const accountIDs = lockingOrder(entries.flatMap((entry) => [entry.debitAccountID, entry.creditAccountID]));
  noteLocks(accountIDs, tx);
  const locking = entries.length > 1 ? [{ ...LOCK, values: [accountIDs] }] : [];
  return [...locking, ...entries.map((entry) => ({ ...MOVE, values: moveValues(entry) }))];
}

/** A hold that has not been resolved yet, or has. */
export type Hold = Omit<Transfer, 'reason'>;

/** What is moved, with the accounts of the hold where one is resolved. */
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

/**
 * The holds of these names, with their accounts and amounts; one that there is not is left out. Asked for one by one, in one round
 * trip: a list PostgreSQL would plan for anew each time, because it takes an unknown one for longer.
 */
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

/** One movement. Its two accounts are locked in the order of their ids; of several movements `move` has locked all before. */
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

/** An account that may not go negative would have. */
export class InsufficientFunds extends Error {
  constructor(readonly accountID: string) {
    super(`account ${accountID} does not have enough`);
    this.name = 'InsufficientFunds';
  }
}

/** A limit is used up: like a lack of funds, known only under the lock of the account. */
export class LimitExceeded extends Error {
  constructor(readonly accountID: string) {
    super(`account ${accountID} has reached its limit`);
    this.name = 'LimitExceeded';
  }
}

async function carryOut(database: Database, entry: Entry, tx: Transaction): Promise<void> {
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
  `SELECT (credits_posted - debits_posted)::text AS own, (credits_posted - debits_posted - debits_pending)::text AS available
   FROM ledger_accounts WHERE id = $1`,
);

/** An account's balance; an account that was never opened has nothing. */
export async function readBalance(database: Database, accountID: string, tx?: Transaction): Promise<Balance> {
  const [balance] = await database.run(BALANCE, [accountID], tx);
  return { own: BigInt(balance?.own ?? 0), available: BigInt(balance?.available ?? 0) };
}
