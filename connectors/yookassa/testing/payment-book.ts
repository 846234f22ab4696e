import { randomUUID } from 'node:crypto';
import { OPERATION } from '../yookassa-objects';
import { assertReceipt, assertText, RejectedRequest } from './receipt-check';

/** Cards of YooKassa's test shops with their outcomes. */
export const YOOKASSA_CARDS = {
  approved: '5555555555554477',
  declined: '5555555555554600',
  interaction: '5555555555554592',
} as const;

type Fields = Record<string, unknown>;

export interface BookPayment extends Fields {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  amount: { value: string; currency: string };
  metadata: Record<string, string>;
}

type BookRefund = Fields & {
  payment_id: string;
  status: string;
  amount: { value: string };
  metadata: Record<string, string>;
};

const HOLD_MS = 7 * 24 * 3_600_000;

const CARD = {
  status: 'active',
  card: {
    ...{ first6: '555555', last4: '4477', expiry_month: '12', expiry_year: '2029', card_type: 'MasterCard' },
    ...{ issuer_country: 'RU', issuer_name: 'Sberbank' },
  },
};

/** The fee is 3.5 %. */
function takeFee({ value, currency }: BookPayment['amount']): BookPayment['amount'] {
  return { value: (Number(value) * 0.965).toFixed(2), currency };
}

/** What a stand-in of YooKassa remembers: payments, refunds, payouts and saved payment methods. */
export class PaymentBook {
  readonly payments = new Map<string, BookPayment>();
  readonly refunds = new Map<string, BookRefund>();
  readonly payouts = new Map<string, Fields & { status: string; metadata: Record<string, string> }>();
  readonly methods = new Map<string, Fields>();
  /** Of captures, and those that the shop sends itself. */
  readonly receipts: (Fields & { payment_id: string; status: string })[] = [];
  /** Whether new refunds are pending until `settleRefund`. */
  areRefundsPending = false;
  /** The shop of the current request. */
  shopID = '';
  /** Held amounts at authorisation: a capture lowers the amount of the payment. */
  readonly held = new Map<string, string>();
  /** A shop with an online register: payments without a receipt are refused. */
  areReceiptsObligatory = false;
  /** A parameter by which new payments are refused. */
  refusedParameter: string | undefined;
  /** What the register does with the receipts of captures and refunds. */
  registration: 'pending' | 'succeeded' | 'canceled' = 'succeeded';

  pay(body: Fields): BookPayment {
    if (this.refusedParameter !== undefined) throw new RejectedRequest(400, this.refusedParameter);
    assertReceipt(body, { isCustomerRequired: true, isObligatory: this.areReceiptsObligatory });
    assertText(body['description']);
    const number = (body['payment_method_data'] as { card?: { number: string } } | undefined)?.card?.number;
    const methodID = body['payment_method_id'] as string | undefined;
    if (methodID !== undefined && !this.methods.has(methodID)) throw new RejectedRequest(400, 'payment_method_id');
    const id = randomUUID();
    const isKnownMethod = methodID !== undefined || number !== undefined;
    const isPending = !isKnownMethod || number === YOOKASSA_CARDS.interaction;
    const payment: BookPayment = {
      id,
      status: 'pending',
      amount: body['amount'] as BookPayment['amount'],
      description: body['description'],
      created_at: new Date().toISOString(),
      paid: false,
      test: true,
      refundable: false,
      recipient: { account_id: this.shopID, gateway_id: '100700' },
      metadata: body['metadata'] as Record<string, string>,
      ...(body['receipt'] !== undefined && { receipt_registration: 'pending' }),
      ...(isPending && { confirmation: { type: 'redirect', confirmation_url: `https://yoomoney.ru/pay/${id}` } }),
    };
    this.payments.set(id, payment);
    const isSaved = body['save_payment_method'] === true;
    if (isKnownMethod) payment['payment_method'] = { type: 'bank_card', id, saved: isSaved, ...CARD };
    if (isSaved) this.methods.set(id, { id, type: 'bank_card', saved: true, status: 'active' });
    if (number === YOOKASSA_CARDS.declined) this.end(payment, 'payment_network', 'insufficient_funds');
    else if (!isPending) this.authorise(id, body['capture'] === true);
    return payment;
  }

  /** The payer confirms, or the card is approved at once. */
  authorise(id: string, isCaptured = false): void {
    const payment = this.get(id);
    if (payment.status !== 'pending') return;
    this.held.set(id, payment.amount.value);
    Object.assign(payment, {
      status: isCaptured ? 'succeeded' : 'waiting_for_capture',
      paid: true,
      income_amount: takeFee(payment.amount),
      ...(!isCaptured && { expires_at: new Date(Date.now() + HOLD_MS).toISOString() }),
      confirmation: undefined,
      authorization_details: { rrn: '603668680243', auth_code: '001234', three_d_secure: { applied: false } },
    });
  }

  /** The payer's bank declines a pending payment. */
  decline(id: string): void {
    this.end(this.get(id), 'payment_network', 'insufficient_funds');
  }

  capture(id: string, body: Fields): BookPayment {
    const payment = this.get(id);
    const amount = (body['amount'] as BookPayment['amount'] | undefined) ?? payment.amount;
    if (payment.status !== 'waiting_for_capture') throw new RejectedRequest(400, 'status');
    if (Number(amount.value) > Number(payment.amount.value)) throw new RejectedRequest(400, 'amount');
    const isPart = amount.value !== payment.amount.value;
    assertReceipt(body, { isObligatory: this.areReceiptsObligatory && isPart });
    const captured = { status: 'succeeded', amount, income_amount: takeFee(amount), expires_at: undefined };
    const { registration } = this;
    const settlements = [{ type: 'cashless', amount }];
    if (body['receipt']) this.addReceipt({ ...body['receipt'], type: 'payment', settlements }, { id, registration });
    const register = payment['receipt_registration'] === undefined ? {} : { receipt_registration: registration };
    return Object.assign(payment, captured, register, { captured_at: new Date().toISOString() });
  }

  cancel(id: string): BookPayment {
    const payment = this.get(id);
    if (payment.status !== 'waiting_for_capture') throw new RejectedRequest(400, 'status');
    return this.end(payment, 'merchant', 'canceled_by_merchant');
  }

  refund(body: Fields): Fields {
    const payment = this.get(String(body['payment_id']));
    const amount = body['amount'] as BookPayment['amount'];
    const refunded = this.getRefunded(payment.id) + Number(amount.value);
    if (payment.status !== 'succeeded' || refunded > Number(payment.amount.value))
      throw new RejectedRequest(400, 'amount');
    assertReceipt(body, { isObligatory: this.areReceiptsObligatory });
    const refund = {
      id: randomUUID(),
      payment_id: payment.id,
      status: this.areRefundsPending ? 'pending' : 'succeeded',
      amount,
      created_at: new Date().toISOString(),
      metadata: body['metadata'] as Record<string, string>,
      ...(body['receipt'] !== undefined && { receipt_registration: this.registration }),
    };
    this.refunds.set(refund.id, refund);
    return refund;
  }

  /** A receipt of its own is registered later. */
  issueReceipt(body: Fields): Fields {
    const payment = this.get(String(body['payment_id']));
    if (payment.status !== 'succeeded') throw new RejectedRequest(400, 'payment_id');
    if (this.refusedParameter !== undefined) throw new RejectedRequest(400, this.refusedParameter);
    const [settled] = body['settlements'] as { amount: BookPayment['amount'] }[];
    assertReceipt({ receipt: body, amount: settled?.amount }, { isCustomerRequired: true, isOwn: true });
    if (Number(settled?.amount.value) > Number(payment.amount.value)) throw new RejectedRequest(400, 'settlements');
    return this.addReceipt(body, { id: payment.id, registration: 'pending' });
  }

  registerReceipts(status: 'succeeded' | 'canceled'): void {
    for (const receipt of this.receipts) if (receipt.status === 'pending') receipt.status = status;
  }

  private addReceipt(given: Fields, { id, registration }: { id: string; registration: string }): Fields {
    const { customer: _customer, send: _send, ...receipt } = given;
    const made = { ...receipt, id: `rt-${randomUUID()}`, payment_id: id, status: registration };
    this.receipts.unshift(made);
    return made;
  }

  settleRefund(operationID: string, status: 'succeeded' | 'canceled'): void {
    const refund = [...this.refunds.values()].find(({ metadata }) => metadata[OPERATION] === operationID);
    if (!refund) throw new Error('there is no such refund');
    const cancellation_details = { party: 'refund_network', reason: 'rejected_by_payee' };
    Object.assign(refund, { status, ...(status === 'canceled' && { cancellation_details }) });
  }

  getRefunded(paymentID: string): number {
    const own = [...this.refunds.values()].filter(
      ({ payment_id: id, status }) => id === paymentID && status !== 'canceled',
    );
    return own.reduce((sum, { amount }) => sum + Number(amount.value), 0);
  }

  saveMethod(body: Fields): Fields {
    const id = randomUUID();
    const card = body['card'] as { number: string };
    const isPending = card.number === YOOKASSA_CARDS.interaction;
    const method = {
      id,
      type: 'bank_card',
      saved: !isPending,
      status: isPending ? 'pending' : 'active',
      holder: { account_id: this.shopID, gateway_id: '100700' },
      ...(isPending && { confirmation: { type: 'redirect', confirmation_url: `https://yoomoney.ru/save/${id}` } }),
    };
    this.methods.set(id, method);
    return method;
  }

  /** Payouts are pending until `settle`, as those to other banks are. */
  payOut(body: Fields): Fields {
    const destination = body['payout_destination_data'] as { type: string };
    const payout = {
      id: `po-${randomUUID()}`,
      status: 'pending',
      amount: body['amount'],
      description: body['description'],
      created_at: new Date().toISOString(),
      test: true,
      payout_destination: toShownDestination(destination),
      metadata: body['metadata'] as Record<string, string>,
    };
    this.payouts.set(payout.id, payout);
    return payout;
  }

  settlePayOut(operationID: string, reason?: string): void {
    const payout = this.findPayOut(operationID);
    if (!payout) throw new Error('there is no such payout');
    if (reason === undefined) Object.assign(payout, { status: 'succeeded', succeeded_at: new Date().toISOString() });
    else Object.assign(payout, { status: 'canceled', cancellation_details: { party: 'payout_network', reason } });
  }

  findPayOut(operationID: string) {
    return [...this.payouts.values()].find(({ metadata }) => metadata[OPERATION] === operationID);
  }

  find(operationID: string): BookPayment | undefined {
    return [...this.payments.values()].find(({ metadata }) => metadata[OPERATION] === operationID);
  }

  get(id: string): BookPayment {
    const payment = this.payments.get(id);
    if (!payment) throw new RejectedRequest(404);
    return payment;
  }

  private end(payment: BookPayment, party: string, reason: string): BookPayment {
    return Object.assign(payment, { status: 'canceled', paid: false, cancellation_details: { party, reason } });
  }
}

function toShownDestination(given: { type: string; card?: { number: string } } & Fields): Fields {
  switch (given.type) {
    case 'bank_card':
      return {
        type: 'bank_card',
        card: { first6: given.card?.number.slice(0, 6), last4: given.card?.number.slice(-4), card_type: 'MasterCard' },
      };
    case 'sbp':
      return { type: 'sbp', phone: given['phone'], bank_id: given['bank_id'], recipient_checked: false };
    default:
      return { ...given };
  }
}
