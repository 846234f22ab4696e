import type { z } from 'zod';
import { AcquirerRefusal } from '../acquirer-http';
import { ConnectorUnavailable, type AuthorisationReference, type OperationLookUp } from '../connector';
import type { Deadline } from '../deadline';
import { YooKassaReceipts } from './receipt';
import type { YooKassaClient } from './yookassa-client';
import {
  BLOCKED,
  listOf,
  OPERATION,
  paymentSchema,
  receiptSchema,
  refundSchema,
  type YooKassaPayment,
  type YooKassaReceipt,
  type YooKassaRefund,
} from './yookassa-objects';

/** How far back a payment is searched whose time is unknown: a payment's deadline passes within the hour. */
const SEARCH_MS = 3_600_000;
/** YooKassa's clock may differ from ours. */
const CLOCK_SKEW_MS = 60_000;
const PAGE_SIZE = '100';

/** Finds and changes the objects of operations. */
export class YooKassaOperations {
  constructor(
    private readonly client: YooKassaClient,
    private readonly receipts: YooKassaReceipts = new YooKassaReceipts(),
  ) {}

  /** Finds a payment by YooKassa's reference, if known, or by the operation id among the payments since its request. */
  async payment(
    authorisation: AuthorisationReference & { since?: Date },
    deadline: Deadline,
  ): Promise<YooKassaPayment | undefined> {
    const { connectorReference, operationID, since: sentAt } = authorisation;
    if (connectorReference !== undefined)
      return this.client.find('/payments', connectorReference, paymentSchema, deadline);
    const sinceMs = sentAt === undefined ? Date.now() - SEARCH_MS : sentAt.getTime() - CLOCK_SKEW_MS;
    const query = { 'created_at.gte': new Date(sinceMs).toISOString() };
    return this.search({ path: '/payments', query, item: paymentSchema, operationID }, deadline);
  }

  /** Finds a refund by YooKassa's reference, if known, or by the operation id among the payment's refunds. */
  async refund(
    { operationID, connectorReference }: OperationLookUp,
    paymentID: string,
    deadline: Deadline,
  ): Promise<YooKassaRefund | undefined> {
    if (connectorReference !== undefined)
      return this.client.find('/refunds', connectorReference, refundSchema, deadline);
    const query = { payment_id: paymentID };
    return this.search({ path: '/refunds', query, item: refundSchema, operationID }, deadline);
  }

  /**
   * Finds the receipt that settles a payment's prepayment, or creates it. It is first looked for, because a key is forgotten
   * after a day; a payment has at most 50 receipts.
   */
  async settlement(
    { paymentID, body, operationID }: { paymentID: string; body: object; operationID: string },
    deadline: Deadline,
  ): Promise<YooKassaReceipt> {
    const path = '/receipts';
    const query = { payment_id: paymentID, limit: PAGE_SIZE };
    const { items } = await this.client.call({ method: 'GET', path, query }, listOf(receiptSchema), deadline);
    const sent = { method: 'POST', path, body: { ...body, payment_id: paymentID }, operationID } as const;
    return items.find((each) => isSettlement(each, paymentID)) ?? this.client.call(sent, receiptSchema, deadline);
  }

  /**
   * Blocks an operation that has not arrived: its idempotency key is used for a payment by redirect whose page is
   * shown to no payer, and which expires within an hour. A shop that refuses such payments cannot block: an operation that
   * arrives later is found by its notification or by reconciliation.
   * @returns the operation's payment, if it arrived before
   * @throws ConnectorUnavailable if the operation arrived and is not listed yet
   */
  async block(operationID: string, deadline: Deadline): Promise<YooKassaPayment | undefined> {
    const body = {
      amount: { value: '1.00', currency: 'RUB' },
      capture: false,
      description: 'Blocks a request that was lost',
      confirmation: { type: 'redirect', return_url: 'https://yookassa.ru/' },
      metadata: { [OPERATION]: operationID, [BLOCKED]: 'true' },
      ...this.receipts.ofBlock('RUB'),
    };
    try {
      const sent = { method: 'POST', path: '/payments', body, operationID } as const;
      const payment = await this.client.call(sent, paymentSchema, deadline);
      return payment.metadata?.[BLOCKED] === 'true' ? undefined : payment;
    } catch (error) {
      if (!(error instanceof AcquirerRefusal)) throw error;
      if (!error.refused.isKeyUsed) return undefined;
      throw new ConnectorUnavailable('YooKassa has the operation but does not list it yet');
    }
  }

  private async search<Item extends { metadata?: Record<string, string | null> | undefined }>(
    { path, query, item, operationID }: { path: string; query: object; item: z.ZodType<Item>; operationID: string },
    deadline: Deadline,
  ): Promise<Item | undefined> {
    let cursor: string | undefined;
    do {
      const request = { method: 'GET', path, query: { ...query, limit: PAGE_SIZE, cursor } } as const;
      const page = await this.client.call(request, listOf(item), deadline);
      const found = page.items.find(({ metadata }) => metadata?.[OPERATION] === operationID);
      if (found) return found;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    return undefined;
  }
}

/** The receipt of the prepayment itself has lines of its mode. */
function isSettlement({ type, payment_id: id, items, settlements = [] }: YooKassaReceipt, paymentID: string): boolean {
  const isFinal = items.every(({ payment_mode: mode }) => mode === undefined || mode === 'full_payment');
  const isOfPrepayment = settlements.some((settlement) => settlement.type === 'prepayment');
  return type === 'payment' && id === paymentID && isFinal && isOfPrepayment;
}
