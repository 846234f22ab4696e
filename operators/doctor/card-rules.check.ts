import type { Environment } from '../../runtime/environment';
import { listCardRules } from '../../store/payments/inspection/card-rules';
import type { Store } from '../../store/store';
import { MAX_ITEMS } from './check-fact';
import { ok, warning, type DoctorCheck } from './finding';

/** Rules that compare the country of the card need the table of countries. */
export function cardRulesCheck(
  { CARD_COUNTRIES_FILE: file }: Pick<Environment, 'CARD_COUNTRIES_FILE'>,
  { database }: Store,
): DoctorCheck {
  return {
    name: 'rules by card country',
    needs: 'schema',
    look: async () => {
      const rules = file === undefined ? (await listCardRules(database)).map(({ rule }) => rule) : [];
      if (rules.length === 0) return ok({ kind: 'cardRulesHold' });
      return warning({ kind: 'cardRulesNeverHold', count: rules.length, names: rules.slice(0, MAX_ITEMS) });
    },
  };
}
