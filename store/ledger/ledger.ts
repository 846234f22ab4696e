import { statement, type Database, type Transaction } from '../database';

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
  kind: 'settlement' | 'provider' | 'fee' | 'wallet' | 'source' | 'exchange';
  currency: string;
  mayGoNegative: boolean;
}

/** What an account holds, in minor units: `own` is what is posted, `available` is `own` less what is held. */
export interface Balance {
  own: bigint;
  available: bigint;
}

const OPEN = statement(
  'ledger-open',
  `INSERT INTO ledger_accounts (id, kind, currency, may_go_negative)
   SELECT id, kind, currency, may_go_negative
   FROM jsonb_to_recordset($1::jsonb) AS a (id text, kind text, currency text, may_go_negative boolean)
   ON CONFLICT (id) DO NOTHING`,
);

/** Opens accounts that do not exist yet. Runs outside the transaction of a change, so that new accounts never block it. */
export async function openAccounts(database: Database, accounts: readonly Account[], tx?: Transaction): Promise<void> {
  const rows = accounts.map(({ mayGoNegative, ...account }) => ({ ...account, may_go_negative: mayGoNegative }));
  await database.run(OPEN, [JSON.stringify(rows)], tx);
}

/** Moves money at once. @throws InsufficientFunds where an account that may not go negative would. */
export async function post(database: Database, transfer: Transfer, tx: Transaction): Promise<void> {
  await move(database, { kind: 'posted', ...transfer }, tx);
}

/** Holds money: it stays with the debit account, which can no longer spend it. */
export async function hold(database: Database, transfer: Transfer, tx: Transaction): Promise<void> {
  await move(database, { kind: 'pending', ...transfer }, tx);
}

const FIND_PENDING = statement(
  'ledger-find-pending',
  `SELECT debit_account_id AS "debitAccountID", credit_account_id AS "creditAccountID", amount AS "amountMinor", currency
   FROM ledger_transfers WHERE id = $1 AND kind = 'pending'`,
);

/** What resolves a hold: posting it (all of it, or the less that `amountMinor` says) or voiding it. */
export interface Resolution {
  id: string;
  pendingID: string;
  amountMinor?: bigint;
  reason: string;
}

/** Posts a hold; what `amountMinor` leaves of it returns to the debit account. */
export async function postHold(database: Database, resolution: Resolution, tx: Transaction): Promise<void> {
  const pending = await findPending(database, resolution.pendingID, tx);
  const amountMinor = resolution.amountMinor ?? pending.amountMinor;
  if (amountMinor > pending.amountMinor) throw new Error(`hold ${resolution.pendingID} is smaller than ${amountMinor}`);
  await move(database, { ...pending, ...resolution, kind: 'post', amountMinor, heldMinor: pending.amountMinor }, tx);
}

/** Gives a hold back whole. */
export async function voidHold(database: Database, resolution: Resolution, tx: Transaction): Promise<void> {
  const pending = await findPending(database, resolution.pendingID, tx);
  await move(
    database,
    { ...pending, ...resolution, kind: 'void', amountMinor: 0n, heldMinor: pending.amountMinor },
    tx,
  );
}

type Pending = Omit<Transfer, 'id' | 'reason'>;

async function findPending(database: Database, pendingID: string, tx: Transaction): Promise<Pending> {
  const [pending] = await database.run<Pending>(FIND_PENDING, [pendingID], tx);
  if (!pending) throw new Error(`ledger has no hold ${pendingID}`);
  return pending;
}

interface Movement extends Transfer {
  kind: 'posted' | 'pending' | 'post' | 'void';
  pendingID?: string;
  heldMinor?: bigint;
}

/** Accounts are locked in the order of their ids, so that opposite transfers never wait for each other in a circle. */
export const MOVE = statement(
  'ledger-move',
  `WITH transfer AS (
     INSERT INTO ledger_transfers (id, kind, pending_id, debit_account_id, credit_account_id, amount, currency, reason)
     VALUES ($1, $2, $3, $4::text, $5::text, $6::bigint, $7, $8)
   ), locked AS MATERIALIZED (
     SELECT id FROM ledger_accounts WHERE id IN ($4, $5) ORDER BY id FOR UPDATE
   )
   UPDATE ledger_accounts a SET
     debits_posted = debits_posted + CASE WHEN a.id = $4 AND $2 <> 'pending' THEN $6::bigint ELSE 0 END,
     credits_posted = credits_posted + CASE WHEN a.id = $5 AND $2 <> 'pending' THEN $6::bigint ELSE 0 END,
     debits_pending = debits_pending + CASE WHEN a.id <> $4 THEN 0 WHEN $2 = 'pending' THEN $6::bigint ELSE - $9::bigint END,
     credits_pending = credits_pending + CASE WHEN a.id <> $5 THEN 0 WHEN $2 = 'pending' THEN $6::bigint ELSE - $9::bigint END
   FROM locked WHERE a.id = locked.id`,
);

/** An account that may not go negative would have: the one refusal that the ledger itself knows. */
export class InsufficientFunds extends Error {
  constructor(readonly accountID: string) {
    super(`account ${accountID} does not have enough`);
    this.name = 'InsufficientFunds';
  }
}

async function move(database: Database, movement: Movement, tx: Transaction): Promise<void> {
  const { id, kind, debitAccountID, creditAccountID, currency, reason } = movement;
  try {
    await database.run(
      MOVE,
      [
        id,
        kind,
        movement.pendingID ?? null,
        debitAccountID,
        creditAccountID,
        movement.amountMinor.toString(),
        currency,
        reason,
        (movement.heldMinor ?? 0n).toString(),
      ],
      tx,
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'ledger_accounts_never_overdrawn') {
      throw new InsufficientFunds(debitAccountID);
    }
    throw error;
  }
}

const BALANCE = statement(
  'ledger-balance',
  `SELECT credits_posted - debits_posted AS own, credits_posted - debits_posted - debits_pending AS available
   FROM ledger_accounts WHERE id = $1`,
);

/** An account's balance; an account that was never opened has nothing. */
export async function balanceOf(database: Database, accountID: string, tx?: Transaction): Promise<Balance> {
  const [balance] = await database.run<Balance>(BALANCE, [accountID], tx);
  return balance ?? { own: 0n, available: 0n };
}
