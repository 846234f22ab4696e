import { statement } from '../../postgres/database';
import { listAll } from '../../postgres/readers';
import { TERMS_IN_FORCE } from '../../merchants/shop/shop.queries';

const CARD_RULES = statement<{ rule: string; isByCountry: boolean; isByLongBin: boolean }>(
  'inspection-card-rules',
  `SELECT coalesce(owner || ': ' || (r ->> 'id'), '') AS rule, "isByCountry", "isByLongBin" FROM (
     SELECT 'shop ' || s.id AS owner, (${TERMS_IN_FORCE}) -> 'inspection' AS rules FROM shops s
     UNION ALL SELECT 'institution ' || i.id, i.terms -> 'inspection' FROM payment_institutions i
   ) owners, jsonb_array_elements(coalesce(rules, '[]')) r,
     coalesce(r ? 'cardCountries' OR r -> 'cardCountryMismatch' = 'true', false) AS "isByCountry",
     coalesce(jsonb_path_exists(r, '$.bins[*] ? (@ like_regex "^[0-9]{7}")'), false) AS "isByLongBin"
   WHERE "isByCountry" OR "isByLongBin" ORDER BY rule`,
);

/** Rules by the card's country or by more than its six known digits, with the shops and institutions that have them. */
export const listCardRules = listAll(CARD_RULES);
