import { callMerchants, callOperators, toQuery, type Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { daysAgo, readDay, startOfDay } from '../../parts/days';
import { failurePath } from '../../parts/failure';
import { readTimeZone } from '../../parts/shop-time-zone';
import { orderOf, payerText, toolOf } from '../../parts/method';

type Kind = 'operator' | 'merchant';

export type ListedPayment = Omit<
  Schemas['OperatedPayment'],
  'partyID' | 'statusChangedAt' | 'flow' | 'connector' | 'paymentSystem'
> & {
  /** What a merchant knows a payment by. */
  order?: string | undefined;
  payer?: string | undefined;
  paymentSystem?: string | undefined;
};

export interface PaymentFilter {
  shopID?: string | undefined;
  /** Days, `2026-11-25`: in a merchant's list in the time zone of the shop, in an operator's in the reader's. */
  from?: string | undefined;
  to?: string | undefined;
  status?: string | undefined;
  /** Minor units. */
  amount?: string | undefined;
  last4?: string | undefined;
}

export interface PaymentPage {
  payments: ListedPayment[];
  continuationToken?: string | undefined;
}

export const FILTER_NAMES = ['shopID', 'from', 'to', 'status', 'amount', 'last4'] as const;
const PAGE_SIZE = 100;

export function readFilter(address: URLSearchParams): PaymentFilter {
  const given = Object.fromEntries(FILTER_NAMES.map((name) => [name, address.get(name) ?? undefined]));
  return { ...given, from: readDay(given['from']), to: readDay(given['to']) };
}

type PageRequest = PaymentFilter & { continuationToken?: string | undefined; limit?: number };

export async function readPage(kind: Kind, request: PageRequest, signal?: AbortSignal): Promise<PaymentPage> {
  const { shopID = '', from, to, ...filter } = request;
  if (kind === 'operator') {
    const query = toQuery({ ...filter, from: startOfDay(from, 0), to: startOfDay(to, 1), limit: PAGE_SIZE });
    return callOperators<PaymentPage>(`/shops/${encodeURIComponent(shopID)}/payments${query}`, { signal });
  }
  const { result = [], continuationToken } = await readOwnPayments(request, signal);
  return { payments: result.map((payment) => toListed(payment, shopID)), continuationToken };
}

export async function readOwnPayments(request: PageRequest, signal?: AbortSignal): Promise<OwnPayments> {
  const { shopID = '', from, to, status, amount, last4, continuationToken, limit = PAGE_SIZE } = request;
  const timeZone = await readTimeZone(shopID);
  const query = toQuery({
    // Full days, because the token of the next page is valid for the same range only.
    fromTime: startOfDay(from ?? daysAgo(30, timeZone), 0, timeZone),
    toTime: startOfDay(to ?? daysAgo(0, timeZone), 1, timeZone),
    ...{ limit, paymentStatus: status, paymentAmount: amount, last4, continuationToken },
  });
  return callMerchants<OwnPayments>(`/analytics/shops/${encodeURIComponent(shopID)}/payments${query}`, { signal });
}

interface OwnPayments {
  result?: components['schemas']['PaymentSearchResult'][];
  continuationToken?: string;
}

export function toListed(payment: components['schemas']['PaymentSearchResult'], shopID: string): ListedPayment {
  return {
    ...{ order: orderOf(payment), payer: payerText(payment.payer) },
    ...{ invoiceID: payment.invoiceID, paymentID: payment.id, shopID, createdAt: payment.createdAt },
    ...{ status: payment.status, amount: payment.amount, currency: payment.currency },
    ...toolOf(payment.payer),
    ...{ errorCode: failurePath(payment.error), externalID: payment.externalID },
  };
}
