import { statement } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import { TERMS_IN_FORCE } from '../../merchants/shop/shop.queries';

const CARD_RULES = statement<{ rule: string }>(
  'inspection-card-rules',
  `SELECT coalesce(owner || ': ' || (r ->> 'id'), '') AS rule FROM (
     SELECT 'shop ' || s.id AS owner, (${TERMS_IN_FORCE}) -> 'inspection' AS rules FROM shops s
     UNION ALL SELECT 'institution ' || i.id, i.terms -> 'inspection' FROM payment_institutions i
   ) owners, jsonb_array_elements(coalesce(rules, '[]')) r
   WHERE r ? 'cardCountries' OR r -> 'cardCountryMismatch' = 'true' ORDER BY rule`,
);

/** Rules that compare the country of the card, with the shops and institutions that have them. */
export const listCardRules = listAll(CARD_RULES);
