import type { Environment } from '../../runtime/environment';
import { listCardRules } from '../../store/payments/inspection/card-rules';
import type { Store } from '../../store/store';
import { MAX_ITEMS } from './check-fact';
import { ok, warning, type DoctorCheck } from './finding';

/** Of a card that is entered here six digits are known, and its country by the table of countries only. */
export function cardRulesChecks(
  { CARD_COUNTRIES_FILE: file }: Pick<Environment, 'CARD_COUNTRIES_FILE'>,
  { database }: Store,
): DoctorCheck[] {
  const check = (name: string, kind: 'cardRulesNeverHold' | 'binsTooLong', key: 'isByCountry' | 'isByLongBin') => ({
    ...{ name, needs: 'schema' as const },
    look: async () => {
      const rules = (await listCardRules(database)).filter((each) => each[key]).map(({ rule }) => rule);
      if (rules.length === 0) return ok({ kind: 'cardRulesHold' });
      return warning({ kind, count: rules.length, names: rules.slice(0, MAX_ITEMS) });
    },
  });
  const ofDigits = check('rules by digits of cards', 'binsTooLong', 'isByLongBin');
  return file === undefined
    ? [check('rules by card country', 'cardRulesNeverHold', 'isByCountry'), ofDigits]
    : [ofDigits];
}
