import type { StatementEntry } from '../../../domain/merchants/bank-file/bank-file';
import {
  isEntryFinding,
  matchEntries,
  type EntryOutcome,
  type SentPayout,
} from '../../../domain/merchants/bank-file/match-entries';
import { getAccountNumber } from '../../../domain/merchants/settlement/payout-account';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database, type Transaction } from '../../postgres/database';
import { PAYOUT, type PayoutRow } from '../settlement/payout.table';
import { changePayouts, type PayoutChange } from '../settlement/payout.transitions';
import { wakeDispatchers, type Store } from '../../store';
import { getBankStatement, listStatementLines } from './bank-statement.queries';
import type { StatementLineRow } from './bank-statement.table';

/** The payouts that files ordered from the statement's account, by their references. */
const ORDERED = statement<PayoutRow & { account: string }>(
  'bank-statement-ordered',
  `SELECT ${PAYOUT}, f.account FROM payouts p JOIN bank_files f ON f.id = p.bank_file_id
   WHERE (f.account, p.order_reference) IN (SELECT l.account, l.reference FROM bank_statement_lines l WHERE l.statement_id = $1)
   ORDER BY p.id FOR UPDATE OF p`,
);

/** Movements that an earlier statement had, and that changed a payout. */
const KNOWN = statement<{ entryID: string }>(
  'bank-statement-known',
  `SELECT DISTINCT o.entry_id AS "entryID" FROM bank_statement_lines l JOIN bank_statement_lines o ON o.entry_id = l.entry_id
   WHERE l.statement_id = $1 AND o.statement_id <> $1 AND o.result IN ('paid', 'returned')`,
);

interface MatchedLine {
  line: StatementLineRow;
  outcome: EntryOutcome;
  payout: PayoutRow | undefined;
}

/** What a statement means for payouts; it changes nothing. */
export async function matchStatement(database: Database, id: string, tx?: Transaction): Promise<MatchedLine[]> {
  const lines = await listStatementLines(database, id, tx);
  const ordered = tx
    ? await database.run(ORDERED, [id], tx)
    : await database.transaction((own) => database.run(ORDERED, [id], own));
  const entryIDs = new Set((await database.run(KNOWN, [id], tx)).map(({ entryID }) => entryID));
  return [...new Set(lines.map(({ account }) => account))].flatMap((account) => {
    const payouts = new Map(
      ordered.flatMap((row) =>
        row.account === account && row.orderReference !== null ? [[row.orderReference, row]] : [],
      ),
    );
    const own = new Map(lines.filter((line) => line.account === account).map((line) => [toEntry(line), line]));
    const known = { payouts: new Map([...payouts].map(([reference, row]) => [reference, toSent(row)])), entryIDs };
    return matchEntries([...own.keys()], known).flatMap((outcome) => {
      const line = own.get(outcome.entry);
      return line ? [{ line, outcome, payout: payouts.get(line.reference ?? '') }] : [];
    });
  });
}

function toEntry({ entryID, bankReference, bookedOn, ...line }: StatementLineRow): StatementEntry {
  const status = bookedOn === null ? 'notBooked' : 'booked';
  return { ...line, id: entryID, servicerReference: bankReference, bookedOn, status };
}

function toSent({ creditor, amountMinor, currency, status }: PayoutRow): SentPayout {
  return { creditorAccount: getAccountNumber(creditor), amountMinor, currency, status };
}

/** How many lines of a statement mean what. */
export function countResults(kinds: readonly EntryOutcome['kind'][]): Record<string, number> {
  const count = (test: (kind: EntryOutcome['kind']) => boolean) => kinds.filter(test).length;
  const [paid, returned] = [count((kind) => kind === 'paid'), count((kind) => kind === 'returned')];
  return { lines: kinds.length, paid, returned, findings: count(isEntryFinding) };
}

const RECORD = statement(
  'bank-statement-record',
  `UPDATE bank_statement_lines l SET result = r.result, expected = r.expected, actual = r.actual, payout_id = r.payout
   FROM jsonb_to_recordset($2::jsonb) AS r (number integer, result text, expected text, actual text, payout text)
   WHERE l.statement_id = $1 AND l.number = r.number`,
);
const APPLIED = statement('bank-statement-applied', 'UPDATE bank_statements SET applied_at = now() WHERE id = $1');

/** Marks payouts as the bank says, in one transaction; what it cannot mean is kept by line. Idempotent. @throws Refusal notFound */
export async function applyBankStatement(store: Store, id: string): Promise<Record<string, number>> {
  const { database, origin } = store;
  const counts = await database.transaction(async (tx) => {
    const { appliedAt } = await getBankStatement(database, id, tx);
    if (appliedAt) {
      const lines = await listStatementLines(database, id, tx);
      return countResults(lines.flatMap(({ result }) => result ?? []));
    }
    const matched = await matchStatement(database, id, tx);
    // A statement may list a return ahead of its payout.
    const changes = [...matched].sort((one, other) => rank(one) - rank(other)).flatMap(toChanges);
    if (changes.length > 0) await changePayouts(store, changes, tx);
    const results = matched.map(({ line: { number }, outcome: { kind, expected, actual }, payout }) => {
      return { number, result: kind, expected, actual, payout: payout?.id };
    });
    await database.run(RECORD, [id, JSON.stringify(results)], tx);
    await database.run(APPLIED, [id], tx);
    await auditWithin(database, origin, [{ type: 'bankStatement', id }], tx);
    return countResults(matched.map(({ outcome }) => outcome.kind));
  });
  wakeDispatchers(store, { hasCommands: true, hasDeliveries: true });
  return counts;
}

const rank = ({ outcome }: MatchedLine): number => (outcome.kind === 'returned' ? 1 : 0);

/** A payout that the bank returned has left before, also if no statement says so. */
function toChanges({ line, outcome, payout }: MatchedLine, _: number, all: readonly MatchedLine[]): PayoutChange[] {
  if (!payout || (outcome.kind !== 'paid' && outcome.kind !== 'returned')) return [];
  const payoutID = payout.id;
  const confirm = { payoutID, action: 'confirm', bankReference: line.bankReference ?? undefined } as const;
  if (outcome.kind === 'paid') return [confirm];
  const returned = { payoutID, action: 'return', reason: line.returnReason || undefined } as const;
  const isPaid = payout.status === 'paid';
  const isPaidHere = all.some((each) => each.payout?.id === payoutID && each.outcome.kind === 'paid');
  return isPaid || isPaidHere ? [returned] : [confirm, returned];
}
