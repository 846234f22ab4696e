import type { z } from 'zod';
import type { NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { AcquirerRefusal } from '../acquirer-http';
import type { AuthorisationReference, FollowUpOutcome } from '../connector';
import type { CardTransport } from '../card-transport';
import type { Deadline } from '../deadline';
import type { AdyenAmount } from './adyen-amount';
import type { AdyenCall, AdyenClient } from './adyen-client';
import { ownNotice, readStatements, type Statements } from './adyen-notices';
import { anythingSchema, modificationSchema, paymentSchema, storedMethodsSchema } from './adyen-objects';
import { modificationOutcome } from './adyen-outcome';
import { toReference, toRecurrentToken, toShopperReference } from './payment-method';

export interface Modification {
  kind: 'capture' | 'cancel' | 'refund';
  operationID: string;
  authorisation: AuthorisationReference;
  statements: Statements;
  amount?: AdyenAmount;
}

interface AdyenPaymentRequest {
  operationID: string;
  cardTransport?: CardTransport | undefined;
  [field: string]: unknown;
}

const PATHS = { capture: 'captures', cancel: 'cancels', refund: 'refunds' } as const;

/** The calls of Adyen's Checkout API for one merchant account. */
export class AdyenCheckout {
  constructor(
    private readonly client: AdyenClient,
    private readonly merchantAccount: string,
    readonly book: NoticeBook,
  ) {}

  pay({ operationID, cardTransport, ...fields }: AdyenPaymentRequest, deadline: Deadline) {
    const body = { merchantAccount: this.merchantAccount, reference: toReference(operationID), ...fields };
    return this.post({ path: '/payments', body, key: operationID, cardTransport }, paymentSchema, deadline);
  }

  /** Submits what the payer brought back. */
  submitDetails(operationID: string, { key, body }: { key: string; body: object }, deadline: Deadline) {
    return this.post({ path: '/payments/details', body, key: `${operationID}#${key}` }, paymentSchema, deadline);
  }

  /** Requests a change of a payment; its result is stated by a webhook, which may come before the answer. */
  async modify(modification: Modification, deadline: Deadline): Promise<FollowUpOutcome> {
    const { kind, operationID, authorisation, statements, amount } = modification;
    const reference = toReference(operationID);
    const stated = statements.resultOf(reference);
    if (stated) return modificationOutcome(stated);
    const originalReference = statements.pspReference ?? '';
    const path = `/payments/${encodeURIComponent(originalReference)}/${PATHS[kind]}`;
    const body = { merchantAccount: this.merchantAccount, reference, ...(amount && { amount }) };
    const { pspReference } = await this.post({ path, body, key: operationID }, modificationSchema, deadline);
    const sent = { reference, originalReference, connectorReference: pspReference, details: { kind } };
    await this.book.record([ownNotice('sent', sent)]);
    const known = { ...authorisation, connectorReference: originalReference };
    const result = (await readStatements(this.book, known)).resultOf(reference);
    return result ? modificationOutcome(result) : { kind: 'unknown' };
  }

  /** Cancels a payment whose reference at Adyen is unknown, if there is one. */
  async cancelByReference(operationID: string, reference: string, deadline: Deadline): Promise<void> {
    const body = { merchantAccount: this.merchantAccount, paymentReference: reference };
    try {
      await this.post({ path: '/cancels', body, key: `${operationID}#reference` }, modificationSchema, deadline);
    } catch (error) {
      if (!(error instanceof AcquirerRefusal)) throw error;
    }
  }

  /** The recurrent token of the payment method that an operation has stored. */
  async findToken(operationID: string, deadline: Deadline): Promise<string | undefined> {
    const [id] = await this.storedMethods(operationID, deadline);
    const shopperReference = toShopperReference(operationID);
    return id === undefined ? undefined : toRecurrentToken({ shopperReference, id });
  }

  async forgetMethods(operationID: string, deadline: Deadline): Promise<void> {
    const query = { shopperReference: toShopperReference(operationID), merchantAccount: this.merchantAccount };
    for (const id of await this.storedMethods(operationID, deadline)) {
      const path = `/storedPaymentMethods/${encodeURIComponent(id)}`;
      await this.client.call({ method: 'DELETE', path, query }, anythingSchema, deadline);
    }
  }

  /** Checks address and key with a request that has no effect. */
  async ping(deadline: Deadline): Promise<void> {
    const body = { merchantAccount: this.merchantAccount };
    await this.client.call({ method: 'POST', path: '/paymentMethods', body }, anythingSchema, deadline);
  }

  private async storedMethods(operationID: string, deadline: Deadline): Promise<string[]> {
    const query = { shopperReference: toShopperReference(operationID), merchantAccount: this.merchantAccount };
    const listing = { method: 'GET', path: '/storedPaymentMethods', query } as const;
    const { storedPaymentMethods = [] } = await this.client.call(listing, storedMethodsSchema, deadline);
    return storedPaymentMethods.map(({ id }) => id);
  }

  /** Keys are unique in a company, which may have several merchant accounts. */
  private post<Answer>(
    { key, ...request }: Pick<AdyenCall, 'path' | 'body' | 'cardTransport'> & { key: string },
    schema: z.ZodType<Answer>,
    deadline: Deadline,
  ): Promise<Answer> {
    const sent = { ...request, method: 'POST', key: `${this.merchantAccount}/${key}` } as const;
    return this.client.call(sent, schema, deadline);
  }
}
