import type { PaidCart, RecordedTrial, TriedWebhook } from '../../../domain/operators/go-live/judge';
import type { BrowserInfo } from '../../../domain/payments/payment/browser-info';
import { auditWithin } from '../../platform/audit/audited';
import { statement, type Database } from '../../postgres/database';
import { findByID, listByID } from '../../postgres/readers';
import type { Store } from '../../store';

const LAST_CART = statement<PaidCart>(
  'go-live-cart',
  `SELECT p.invoice_id || '.' || p.id AS "paymentID",
     EXISTS (SELECT FROM reconciliation_findings f WHERE f.connector = p.connector AND f.kind = 'refusedReceipt'
       AND f.subject = 'payment/' || p.invoice_id || '.' || p.id AND f.status = 'open') AS "isRefused",
     EXISTS (SELECT FROM reconciled_connectors r WHERE r.connector = p.connector
       AND r.hour_until > p.status_changed_at) AS "isCompared"
   FROM payments p JOIN invoices i ON i.id = p.invoice_id
   WHERE p.shop_id = $1 AND p.connector = ANY ($2) AND coalesce(p.cart, i.cart) IS NOT NULL
     AND p.status IN ('captured', 'refunded', 'charged_back')
   ORDER BY p.created_at DESC LIMIT 1`,
);

/** The last captured payment of a shop with a cart at one of the accounts. */
export async function findLastCart(
  database: Database,
  shopID: string,
  accounts: readonly string[],
): Promise<PaidCart | undefined> {
  return (await database.run(LAST_CART, [shopID, accounts]))[0];
}

const LAST_BROWSER = statement<{ paymentID: string; browser: BrowserInfo | null }>(
  'go-live-browser',
  `SELECT invoice_id || '.' || id AS "paymentID", payer #> '{clientInfo,browser}' AS browser FROM payments
   WHERE shop_id = $1 AND connector = ANY ($2) AND tool_type = 'bankCard' AND payer ->> 'type' = 'PaymentResourcePayer'
   ORDER BY created_at DESC LIMIT 1`,
);

/** What the payer's browser told in the last payment of a shop with a new card at one of the accounts. */
export async function findLastBrowser(
  database: Database,
  shopID: string,
  accounts: readonly string[],
): Promise<{ paymentID: string; browser: BrowserInfo | null } | undefined> {
  return (await database.run(LAST_BROWSER, [shopID, accounts]))[0];
}

const WEBHOOKS = statement<TriedWebhook>(
  'go-live-webhooks',
  `SELECT w.id, w.paused_at IS NOT NULL OR NOT w.is_active AS "isPaused", a.started_at AS "lastAt",
     a.status AS "lastStatus"
   FROM webhooks w LEFT JOIN LATERAL (
     SELECT started_at, status FROM webhook_attempts WHERE webhook_id = w.id
     ORDER BY event_id DESC, number DESC LIMIT 1
   ) a ON a.started_at >= greatest(w.created_at, w.key_created_at)
   WHERE w.shop_id = $1 AND w.deleted_at IS NULL ORDER BY w.created_at, w.id`,
);

/** The webhooks of a shop; an address never changes, a key does. */
export const listTriedWebhooks = listByID(WEBHOOKS);

const ADMINISTRATORS = statement<{ count: number }>(
  'go-live-administrators',
  `SELECT count(*)::integer AS count FROM operators o
   WHERE o.is_active AND 'administrator' = ANY (o.roles) AND (o.issuer IS NOT NULL OR EXISTS (
     SELECT FROM operator_keys k WHERE k.operator_id = o.id AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > now()) AND (k.roles IS NULL OR 'administrator' = ANY (k.roles))))`,
);

/** How many administrators can sign in. */
export async function countAdministrators(database: Database): Promise<number> {
  return (await database.run(ADMINISTRATORS, []))[0]?.count ?? 0;
}

const LAST_TRIAL = statement<RecordedTrial>(
  'go-live-trial',
  `SELECT occurred_at AS at, caller AS by FROM audit_log WHERE subject_type = 'record' AND subject_id = $1
   ORDER BY id DESC LIMIT 1`,
);

export type TrialID = 'restored' | 'alertReceived';

/** Records that a backup was restored, or an alert received; the reason names the place unless it is this database. */
export async function recordTrial(
  { database, origin }: Pick<Store, 'database' | 'origin'>,
  id: TrialID,
  reason?: string,
): Promise<void> {
  await database.transaction((tx) => auditWithin(database, origin, [{ type: 'record', id, reason }], tx));
}

/** The last time that a backup was restored, here or elsewhere, or that an alert reached the people it is for. */
export const findLastTrial = findByID<RecordedTrial, TrialID>(LAST_TRIAL);
