import { decimalText } from '../../domain/platform/money/amount-text';
import { readSafeguarding } from '../../store/merchants/settlement-report/safeguarding';
import type { Store } from '../../store/store';
import { failure, ok, type DoctorCheck } from './finding';

/** Compares what merchants have with what acquirers owe and the bank has. */
export function safeguardingCheck({ database }: Store): DoctorCheck {
  return {
    name: 'safeguarding',
    needs: 'schema',
    look: async () => {
      const currencies = await readSafeguarding(database);
      const missing = currencies.filter(({ shortfallMinor }) => shortfallMinor !== '0');
      if (missing.length === 0) return ok('acquirers and the bank have what merchants are owed');
      const some = missing.map(({ currency, owedMinor, heldMinor, shortfallMinor }) => {
        const [owed, held, less] = [owedMinor, heldMinor, shortfallMinor].map((minor) =>
          decimalText({ amountMinor: BigInt(minor), currency }),
        );
        return `${owed} ${currency} are owed, ${held} are there, ${less} are missing`;
      });
      return failure(some.join('; '), 'docs/runbooks/safeguarding.md: find what took it, and cover it');
    },
  };
}
