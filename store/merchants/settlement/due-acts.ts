import { Refusal } from '../../../domain/platform/errors/refusal';
import { getBusinessDay } from '../../../domain/merchants/settlement/business-day';
import { addDays } from '../../../domain/merchants/settlement/calendar-day';
import { isActDue } from '../../../domain/merchants/settlement/settlement-document';
import { settlementTerms } from '../../../domain/merchants/settlement/settlement-terms';
import type { ShopTerms } from '../../../domain/merchants/shop/shop-terms';
import { statement } from '../../postgres/database';
import { TERMS_IN_FORCE } from '../shop/shop.queries';
import type { Store } from '../../store';
import { orderDocument } from './document.order';

interface ScheduledAct {
  shopID: string;
  terms: ShopTerms;
  scheduleID: number;
  /** Of the asked months those whose act is ordered, or has nothing to say. */
  done: string[];
}

const SCHEDULED = statement<ScheduledAct>(
  'settlement-scheduled-acts',
  `SELECT DISTINCT ON (c.id) s.id AS "shopID", ${TERMS_IN_FORCE} AS terms,
     coalesce((c.reporting_preferences #>> '{serviceAcceptanceActPreferences,scheduleID}')::float8, 0) AS "scheduleID",
     ARRAY(SELECT d.content ->> 'month' FROM unnest($1::text[]) month
       JOIN settlement_documents d ON d.id = 'serviceAcceptanceAct/' || c.id || '/' || month
       WHERE d.content -> 'services' = '[]' OR EXISTS (SELECT 1 FROM reports r WHERE r.document_id = d.id)) AS done
   FROM contracts c JOIN shops s ON s.contract_id = c.id AND s.party_id = c.party_id
   WHERE c.reporting_preferences -> 'serviceAcceptanceActPreferences' IS NOT NULL ORDER BY c.id, s.id`,
);

const DAY_MS = 86_400_000;

/**
 * Orders the act and the invoice of the month before for each contract whose day of acts has come. Each is ordered once: a document that says nothing is
 * kept too, but has no files.
 */
export async function orderDueActs(store: Store, keepDays: number, now = new Date()): Promise<number> {
  // Zones differ from UTC by less than a day.
  const months = [-1, 1].map((days) => getMonthBefore(new Date(now.getTime() + days * DAY_MS), 'UTC'));
  let count = 0;
  const errors: unknown[] = [];
  for (const { shopID, terms, scheduleID, done } of await store.database.run(SCHEDULED, [months])) {
    const { timeZone } = settlementTerms(terms);
    const month = getMonthBefore(now, timeZone);
    if (!isActDue(scheduleID, getLocalDay(now, timeZone)) || done.includes(month)) continue;
    for (const kind of ['feeInvoice', 'serviceAcceptanceAct'] as const) {
      const order = { kind, ownerID: shopID, month, orderedBy: null, keepDays };
      // One contract whose act fails leaves those of others.
      await orderDocument(store, order, now)
        .then(() => 1, ignoreNothing)
        .then(
          (ordered) => void (count += ordered),
          (error) => void errors.push(error),
        );
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} acts and invoices were not ordered`);
  return count;
}

function getLocalDay(at: Date, timeZone: string): string {
  return addDays(getBusinessDay(at, { timeZone, cutOffHour: 0 }), -1);
}

function getMonthBefore(at: Date, timeZone: string): string {
  return addDays(`${getLocalDay(at, timeZone).slice(0, 7)}-01`, -1).slice(0, 7);
}

/** Nothing was charged, or the month has just ended; other refusals are tried again later. */
function ignoreNothing(error: unknown): number {
  if (error instanceof Refusal && error.code === 'badFilter') return 0;
  throw error;
}
