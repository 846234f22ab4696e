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
      if (missing.length === 0) return ok({ kind: 'fundsCovered' });
      const items = missing.map(({ currency: id, owedMinor, heldMinor, shortfallMinor }) => {
        return { id, owed: owedMinor, held: heldMinor, missing: shortfallMinor };
      });
      return failure({ kind: 'fundsMissing', items });
    },
  };
}
