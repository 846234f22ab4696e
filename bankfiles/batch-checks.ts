import { BankFileRefused, isCalendarDay } from '../domain/merchants/bank-file/bank-file';
import type { BankFileFault, PayoutBatch } from '../domain/merchants/bank-file/bank-file';

/** No control characters: a line break would begin another field of a text file. */
export const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

/** Checks of a batch that collect all faults, each with its field. */
export class BatchChecks {
  readonly faults: BankFileFault[] = [];

  add(kind: BankFileFault['kind'], field: string, parameters: BankFileFault['parameters'] = {}): void {
    this.faults.push({ kind, place: { field }, parameters });
  }

  /** Requires a text of `max` characters that match a pattern. */
  text(field: string, value: string, { max, pattern }: { max: number; pattern: RegExp }): void {
    const length = [...value].length;
    if (value.trim() === '') this.add('missing', field);
    else if (length > max) this.add('tooLong', field, { max, length });
    else if (!pattern.test(value)) this.add('wrongCharacters', field);
  }

  require(isValid: boolean, field: string, value: string): void {
    if (!isValid) this.add('invalid', field, { value });
  }

  /** What holds for every format: a day, payouts, each with a positive amount and a reference of its own. */
  batch({ executionDate, payouts }: PayoutBatch): void {
    this.require(isCalendarDay(executionDate), 'executionDate', executionDate);
    if (payouts.length === 0) this.add('missing', 'payouts');
    const places = new Map<string, number>();
    for (const [index, { reference, amountMinor }] of payouts.entries()) {
      const first = places.get(reference);
      if (first !== undefined) this.add('doubledReference', payoutField(index, 'reference'), { first: first + 1 });
      else places.set(reference, index);
      this.require(amountMinor > 0n, payoutField(index, 'amountMinor'), String(amountMinor));
    }
  }

  /** @throws BankFileRefused with all faults */
  finish(): void {
    if (this.faults.length > 0) throw new BankFileRefused(this.faults);
  }
}

/** Names a field of a payout: `payouts.1.reference` is of the first. */
export function payoutField(index: number, field: string): string {
  return `payouts.${index + 1}.${field}`;
}
