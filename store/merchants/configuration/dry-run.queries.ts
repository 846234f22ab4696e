import type { DryRunPayment, RoutedShop } from '../../../domain/merchants/reference-data/dry-run';
import { describeInspected } from '../../../domain/payments/inspection/inspection-rule';
import type { Payer } from '../../../domain/payments/payment/payment';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { statement, type Database } from '../../postgres/database';
import { TERMS_IN_FORCE } from '../shop/shop.queries';
import { SHOP_VELOCITIES, THIS_MONTH } from '../shop/velocity-limit';

/** The shops that a change may concern, by their ids and by those of their contracts and institutions. */
export interface ShopSelection {
  shopIDs: readonly string[];
  contractIDs: readonly string[];
  institutionIDs: readonly number[];
}

export interface TimeSpan {
  from: Date;
  to: Date;
}

/** Payments are read in pages of this size. */
const PAGE = 500;

const SHOPS = statement<RoutedShop>(
  'dry-run-shops',
  `SELECT s.id, s.contract_id AS "contractID", c.payment_institution_id AS "institutionID", ${TERMS_IN_FORCE} AS terms
   FROM shops s LEFT JOIN contracts c ON c.id = s.contract_id AND c.party_id = s.party_id
   WHERE (s.id = ANY ($1::text[]) OR s.contract_id = ANY ($2::text[]) OR c.payment_institution_id = ANY ($3::integer[]))
     AND EXISTS (SELECT FROM payments p WHERE p.shop_id = s.id AND p.created_at >= $4 AND p.created_at < $5)
   ORDER BY s.id`,
);

/** The shops of a selection that have payments of that time. */
export async function listPaidShops(
  database: Database,
  { shopIDs, contractIDs, institutionIDs }: ShopSelection,
  { from, to }: TimeSpan,
): Promise<RoutedShop[]> {
  return database.run(SHOPS, [shopIDs, contractIDs, institutionIDs, rfc3339Text(from), rfc3339Text(to)]);
}

type PaymentRow = Omit<DryRunPayment, 'key' | 'lastMonthMinor' | 'issuer' | 'inspected'> & {
  payer: Payer;
  invoiceID: string;
  id: string;
  issuer: string | null;
};

/** Only the account that issued a recurrent token can use it. */
const PAYMENTS = statement<PaymentRow>(
  'dry-run-payments',
  `SELECT created_at AS "createdAt", invoice_id AS "invoiceID", id, coalesce(tool_type, '') AS tool, currency,
     authorised_amount AS "amountMinor", CASE WHEN status IN ('captured', 'refunded', 'charged_back') THEN amount END AS "capturedMinor",
     payer, CASE WHEN payer ->> 'type' <> 'PaymentResourcePayer' THEN connector END AS issuer
   FROM payments
   WHERE shop_id = $1 AND created_at < $2 AND (created_at, invoice_id, id) > ($3::timestamptz, $4, $5)
   ORDER BY created_at, invoice_id, id LIMIT $6`,
);

const TURNOVER = statement<{ currency: string; amountMinor: bigint }>(
  'dry-run-turnover',
  `SELECT v.currency, sum(v.amount)::int8 AS "amountMinor" FROM ${SHOP_VELOCITIES} v WHERE v.shop_id = $1
     AND v.day >= (${THIS_MONTH} - interval '1 month')::date AND v.day < ${THIS_MONTH}::date GROUP BY v.currency`,
);

/** The payments of a shop from `from` on, in pages. */
export async function* readDryRunPayments(
  database: Database,
  shopID: string,
  { from, to }: TimeSpan,
): AsyncGenerator<DryRunPayment[]> {
  const turnovers = new Map(
    (await database.run(TURNOVER, [shopID])).map(({ currency, amountMinor }) => [currency, amountMinor]),
  );
  let after = [rfc3339Text(from), '', ''];
  for (;;) {
    const rows = await database.run(PAYMENTS, [shopID, rfc3339Text(to), ...after, PAGE]);
    yield rows.map(({ payer, invoiceID, id, issuer, ...row }) => ({
      ...row,
      inspected: describeInspected(payer, row),
      ...(issuer !== null && { issuer }),
      key: `${invoiceID}.${id}`,
      lastMonthMinor: turnovers.get(row.currency) ?? 0n,
    }));
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = [rfc3339Text(last.createdAt), last.invoiceID, last.id];
  }
}
