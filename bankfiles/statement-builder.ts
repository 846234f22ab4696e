import { createHash } from 'node:crypto';
import { sumMinor, type Money } from '../domain/platform/money/money';
import type {
  AccountStatement,
  BankFileFault,
  BankFilePlace,
  StatementEntry,
  StatementFile,
} from '../domain/merchants/bank-file/bank-file';

/** Collects what a statement says; entries get their ids, and statements whose sums differ a fault. */
export class StatementBuilder {
  private readonly file: StatementFile = { statements: [], faults: [] };
  private readonly counts = new Map<string, number>();

  fault(kind: BankFileFault['kind'], place: BankFilePlace, parameters: BankFileFault['parameters'] = {}): null {
    this.file.faults.push({ kind, place, parameters });
    return null;
  }

  openStatement(account: string): AccountStatement {
    const statement: AccountStatement = { account, opening: null, closing: null, entries: [] };
    this.file.statements.push(statement);
    return statement;
  }

  /** Equal entries of one file differ by their count, so that the same file again has the same ids. */
  addEntry(statement: AccountStatement, { amountMinor, place, ...rest }: Omit<StatementEntry, 'id'>): void {
    const content = JSON.stringify(rest, Object.keys(rest).sort());
    const digest = createHash('sha256').update(`${statement.account} ${amountMinor} ${content}`).digest('hex');
    const count = (this.counts.get(digest) ?? 0) + 1;
    this.counts.set(digest, count);
    // Copied: a piece of a text keeps the whole text in memory.
    const copy = JSON.parse(content) as typeof rest;
    statement.entries.push({ ...copy, id: count === 1 ? digest : `${digest}-${count}`, amountMinor, place });
  }

  finish(): StatementFile {
    for (const { account, opening, closing, entries } of this.file.statements) {
      if (!opening || !closing) continue;
      const booked = entries.filter(({ status }) => status === 'booked');
      // Amounts in other currencies than the account's do not add up to its balance.
      if (booked.some(({ currency }) => currency !== closing.currency)) continue;
      const signed = booked.map(({ direction, amountMinor }) => (direction === 'debit' ? -amountMinor : amountMinor));
      const expected = sumMinor([opening.amountMinor, ...signed]);
      if (expected === closing.amountMinor && opening.currency === closing.currency) continue;
      const parameters = { account, expected: asText(expected, opening), actual: asText(closing.amountMinor, closing) };
      this.fault('balanceDiffers', {}, parameters);
    }
    return this.file;
  }
}

function asText(amountMinor: bigint, { currency }: Money): string {
  return `${amountMinor} ${currency}`;
}
