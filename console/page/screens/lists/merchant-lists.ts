import { callMerchants, callWallets, toQuery } from '../../api/client';
import type { components as Payments } from '../../api/payments.generated';
import type { components as Wallets } from '../../api/wallets.generated';
import { daysAgo, startOfDay } from '../../parts/days';
import type { ListFilter, ListKind, ListPage, ShownOperation } from './list-kinds';
import { readTimeZone } from '../../parts/shop-time-zone';
import { failurePath } from '../../parts/failure';

const PAGE_SIZE = 50;
const DEFAULT_DAYS = 30;

type Request = ListFilter & { place?: string | undefined; limit?: number };
type Movement = Wallets['schemas']['Withdrawal'] | Wallets['schemas']['Deposit'];

/** A page of the merchant's own operations, by the scopes of its key. */
export async function readMerchantList(kind: ListKind, request: Request, signal?: AbortSignal): Promise<ListPage> {
  if (kind === 'refunds') return readRefunds(request, signal);
  if (kind === 'chargebacks') return readChargebacks(request, signal);
  const { from, to, status, of, place, limit = PAGE_SIZE } = request;
  const [start, end] = await readPeriod({ from, to });
  const query = toQuery({
    ...{ status, walletID: of, limit, continuationToken: place },
    createdAtFrom: start,
    // The end of the period is a part of it here.
    createdAtTo: new Date(Date.parse(end) - 1).toISOString(),
  });
  const page = await callWallets<{ result: Movement[]; continuationToken?: string }>(`/${kind}${query}`, { signal });
  return { rows: page.result.map(toMovementRow), continuationToken: page.continuationToken };
}

/** Full days of the shop, because the token of the next page is valid for the same period only. */
async function readPeriod({ owner, from, to }: Pick<ListFilter, 'owner' | 'from' | 'to'>): Promise<[string, string]> {
  const timeZone = await readTimeZone(owner);
  return [
    startOfDay(from ?? daysAgo(DEFAULT_DAYS, timeZone), 0, timeZone) ?? '',
    startOfDay(to ?? daysAgo(0, timeZone), 1, timeZone) ?? '',
  ];
}

/** The API counts refunds and skips them by number: it has no keyset for them. */
async function readRefunds(
  { owner = '', from, to, status, of, place, limit = PAGE_SIZE }: Request,
  signal?: AbortSignal,
): Promise<ListPage> {
  const [fromTime, toTime] = await readPeriod({ owner, from, to });
  const offset = Number(place ?? 0);
  const query = toQuery({ fromTime, toTime, limit, offset, refundStatus: status, invoiceID: of });
  const found = await callMerchants<Payments['schemas']['RefundSearchResults']>(
    `/analytics/shops/${encodeURIComponent(owner)}/refunds${query}`,
    { signal },
  );
  const rows = found.result.map(
    ({ id = '', invoiceID, paymentID, createdAt, status: state, amount, currency, reason, externalID, error }) => ({
      ...{ id, invoiceID, paymentID, createdAt, status: state, amount, currency, reason, externalID },
      errorCode: failurePath(error),
    }),
  );
  const end = offset + rows.length;
  return { rows, continuationToken: rows.length > 0 && end < found.totalCount ? String(end) : undefined };
}

async function readChargebacks(
  { owner = '', from, to, status, of, place, limit = PAGE_SIZE }: Request,
  signal?: AbortSignal,
): Promise<ListPage> {
  const [fromTime, toTime] = await readPeriod({ owner, from, to });
  const filter = { limit, chargebackStatus: status, invoiceID: of, continuationToken: place };
  const found = await callMerchants<Payments['schemas']['ChargebackSearchResults']>(
    `/analytics/shops/${encodeURIComponent(owner)}/chargebacks${toQuery({ fromTime, toTime, ...filter })}`,
    { signal },
  );
  const rows = found.result.map(({ body, reasonCode, ...row }) => ({ ...row, amount: body, reason: reasonCode }));
  return { rows, continuationToken: found.continuationToken };
}

function toMovementRow(movement: Movement): ShownOperation {
  const { id, createdAt, status, body, wallet, externalID, failure } = movement;
  return {
    ...{ id, createdAt, status, ...body, walletID: wallet, externalID, errorCode: failure?.code },
    ...('destination' in movement ? { destinationID: movement.destination } : { sourceID: movement.source }),
  };
}
