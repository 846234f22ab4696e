import { openApplePaymentData } from '../../testing/test-tokens';
import { aCharge, CARD, NO_BILLING } from './charges';
import {
  getMetadata,
  invalid,
  list,
  listPage,
  nowSeconds,
  requireEntry,
  search,
  StripeRefusal,
  type StripeObject,
  type Fields,
} from './entries';

/** Stripe's documented test cards used by the tests. */
export const STRIPE_CARDS = {
  approved: '4242424242424242',
  declined: '4000000000009995',
  interaction: '4000002760003184',
} as const;

const SPENT = 'spent';

/** The names of objects by the prefix of their ids. */
const OBJECTS: Readonly<Record<string, string>> = {
  pm: 'payment_method',
  cus: 'customer',
  pi: 'payment_intent',
  seti: 'setup_intent',
  re: 'refund',
  dp: 'dispute',
  file: 'file',
};

type Action = (fields: Fields, id: string) => unknown;

/** Simulates payment intents, setup intents, refunds, customers and cards with Stripe's state rules. */
export class IntentBook {
  readonly paymentIntents = new Map<string, StripeObject>();
  readonly setupIntents = new Map<string, StripeObject>();
  readonly refunds = new Map<string, StripeObject>();
  readonly disputes = new Map<string, StripeObject>();
  readonly files = new Map<string, StripeObject>();
  private readonly customers = new Map<string, StripeObject>();
  private readonly cards = new Map<string, StripeObject>();
  private readonly tokens = new Map<string, string>();
  private count = 0;

  private readonly actions: Readonly<Record<string, Action>> = {
    'POST /v1/tokens': ({ pk_token: token = '' }) => ({
      id: this.addToken(openApplePaymentData(token).pan),
      object: 'token',
    }),
    'POST /v1/payment_methods': (fields) => this.createPaymentMethod(fields),
    'POST /v1/payment_methods/:id/detach': (_, id) => ({ ...requireEntry(this.cards, id), customer: null }),
    'POST /v1/customers': (fields) => this.add(this.customers, 'cus', fields, {}),
    'GET /v1/customers/search': ({ query = '' }) => search(this.customers, query),
    'POST /v1/payment_intents': (fields) => this.createPaymentIntent(fields),
    'GET /v1/payment_intents': (fields) => listPage(this.paymentIntents, fields),
    'GET /v1/payment_intents/search': ({ query = '' }) => search(this.paymentIntents, query),
    'GET /v1/payment_intents/:id': (_, id) => requireEntry(this.paymentIntents, id),
    'POST /v1/payment_intents/:id/confirm': (fields, id) => this.confirmIntent(id, fields),
    'POST /v1/payment_intents/:id/capture': (fields, id) => this.capture(id, fields),
    'POST /v1/payment_intents/:id/cancel': (_, id) => this.cancel(this.paymentIntents, id, 'payment_intent'),
    'POST /v1/setup_intents': (fields) => this.createSetupIntent(fields),
    'GET /v1/setup_intents': ({ customer }) => list(this.setupIntents, (entry) => entry['customer'] === customer),
    'GET /v1/setup_intents/:id': (_, id) => requireEntry(this.setupIntents, id),
    'POST /v1/setup_intents/:id/cancel': (_, id) => this.cancel(this.setupIntents, id, 'setup_intent'),
    'POST /v1/refunds': (fields) => this.refund(fields),
    'GET /v1/refunds': (fields) =>
      fields['payment_intent'] === undefined
        ? listPage(this.refunds, fields)
        : list(this.refunds, (entry) => entry['payment_intent'] === fields['payment_intent']),
    'POST /v1/files': (fields) => this.upload(fields),
    'GET /v1/disputes/:id': (_, id) => this.expandDispute(requireEntry(this.disputes, id)),
    'POST /v1/disputes/:id': (fields, id) => this.answer(id, fields),
    'POST /v1/disputes/:id/close': (_, id) => this.decide(id, 'lost'),
  };

  /** @throws StripeRefusal */
  act(call: string, fields: Fields): unknown {
    const exact = this.actions[call];
    if (exact) return exact(fields, '');
    const [, before = '', id = '', after = ''] = /^(\w+ \/v1\/\w+\/)(\w+)(\/\w+)?$/.exec(call) ?? [];
    const action = this.actions[`${before}:id${after}`];
    if (!action) throw new Error(`the stand-in does not know ${call}`);
    return action(fields, id);
  }

  /** Confirms an intent as the payer. */
  confirm(id: string): void {
    const intent = this.paymentIntents.get(id) ?? this.setupIntents.get(id);
    if (intent?.['status'] !== 'requires_action') throw new Error(`the intent ${id} needs no confirmation`);
    const charge = aCharge(id, intent);
    if (this.setupIntents.has(id)) Object.assign(intent, { status: 'succeeded', next_action: null });
    else Object.assign(intent, { status: 'requires_capture', next_action: null, latest_charge: charge });
  }

  /** The bank disputes a captured intent; again finds the dispute. */
  dispute(intentID: string): StripeObject {
    const intent = requireEntry(this.paymentIntents, intentID);
    const known = [...this.disputes.values()].find((each) => each['payment_intent'] === intentID);
    const { currency, amount_received: amount } = intent;
    const details = { due_by: nowSeconds() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 };
    const dispute = {
      ...{ amount, currency, charge: `ch_${intentID}`, payment_intent: intentID, reason: 'product_not_received' },
      ...{
        balance_transactions: [],
        enhanced_eligibility_types: [],
        evidence: { enhanced_evidence: {} },
        is_charge_refundable: false,
      },
      ...{ evidence_details: { ...details, enhanced_eligibility: {} }, status: 'needs_response' },
    };
    return known ?? this.add(this.disputes, 'dp', {}, dispute);
  }

  /** The bank decides, or opens the next stage. */
  decide(id: string, status: 'won' | 'lost' | 'appeal_needs_response'): StripeObject {
    return Object.assign(requireEntry(this.disputes, id), { status });
  }

  /** Tokens that wallets got from Stripe, with their cards; each pays once. */
  addToken(number: string): string {
    const token = `tok_${(this.count += 1)}`;
    this.tokens.set(token, number);
    return token;
  }

  private createPaymentMethod(fields: Fields): StripeObject {
    const token = fields['card[token]'];
    const number = token === undefined ? fields['card[number]'] : this.tokens.get(token);
    if (number === undefined) throw invalid('resource_missing', 'card[token]');
    if (number === SPENT) throw invalid('token_already_used');
    if (token !== undefined) this.tokens.set(token, SPENT);
    return this.add(this.cards, 'pm', fields, { type: 'card', billing_details: NO_BILLING, number });
  }

  private upload({ purpose, file = '', 'file.name': filename }: Fields): StripeObject {
    if (purpose !== 'dispute_evidence' || file === '') throw invalid(undefined, 'file');
    const content = Buffer.from(file, 'latin1');
    const rest = { purpose, filename, size: content.length, type: 'pdf', title: null, url: null, expires_at: null };
    return this.add(this.files, 'file', {}, { ...rest, content: content.toString('base64'), links: null });
  }

  private answer(id: string, fields: Fields): unknown {
    const dispute = requireEntry(this.disputes, id);
    if (!String(dispute['status']).endsWith('needs_response')) throw invalid('dispute_already_submitted');
    const [[, file = ''] = []] = Object.entries(fields).filter(([name]) => name.startsWith('evidence['));
    if (!this.files.has(file) || fields['submit'] !== 'true') throw invalid(undefined, 'evidence');
    const details = dispute['evidence_details'] as { submission_count: number };
    details.submission_count += 1;
    Object.assign(dispute.metadata, getMetadata(fields));
    return Object.assign(dispute, {
      evidence: { uncategorized_file: file, enhanced_evidence: {} },
      status: 'under_review',
    });
  }

  private expandDispute(dispute: StripeObject): StripeObject {
    return { ...dispute, payment_intent: requireEntry(this.paymentIntents, String(dispute['payment_intent'])) };
  }

  private createPaymentIntent(fields: Fields): unknown {
    const intent = this.add(this.paymentIntents, 'pi', fields, {
      ...this.confirmed(fields, 'requires_capture'),
      amount: Number(fields['amount']),
      amount_capturable: Number(fields['amount']),
      currency: fields['currency'],
      amount_received: 0,
      latest_charge: null,
    });
    return this.charged(intent);
  }

  /** An intent that waits for a card is confirmed with one, which has not been used. */
  private confirmIntent(id: string, fields: Fields): unknown {
    const intent = requireEntry(this.paymentIntents, id);
    if (intent['status'] !== 'requires_payment_method') throw unexpectedState('payment_intent');
    const card = requireEntry(this.cards, fields['payment_method'] ?? '');
    if (card['isUsed']) throw invalid(undefined, 'payment_method');
    const { customer } = intent;
    const confirmed = { ...fields, confirm: 'true', ...(typeof customer === 'string' && { customer }) };
    Object.assign(intent, this.confirmed(confirmed, 'requires_capture'), { last_payment_error: null });
    card['isUsed'] = true;
    return this.charged(intent);
  }

  private charged(intent: StripeObject): StripeObject {
    if (intent['status'] === 'requires_capture') {
      const charge = { ...aCharge(intent.id, intent), authorization_code: '123456' };
      const card = { ...CARD, capture_before: nowSeconds() + 7 * 86_400 };
      intent['latest_charge'] = { ...charge, payment_method_details: { type: 'card', card } };
    }
    return orDeclined(intent, 'payment_intent');
  }

  private createSetupIntent(fields: Fields): unknown {
    return orDeclined(this.add(this.setupIntents, 'seti', fields, this.confirmed(fields, 'succeeded')), 'setup_intent');
  }

  private confirmed(fields: Fields, done: string): object {
    const { customer = null, payment_method = null, usage = 'off_session' } = fields as Record<string, string | null>;
    const shared = { customer, payment_method, usage, payment_method_types: ['card'] };
    const unconfirmed = { ...shared, status: 'requires_payment_method', next_action: null };
    if (fields['confirm'] !== 'true') return unconfirmed;
    const number = requireEntry(this.cards, fields['payment_method'] ?? '')['number'];
    if (number === STRIPE_CARDS.declined) return unconfirmed;
    if (number !== STRIPE_CARDS.interaction || fields['off_session'] === 'true')
      return { ...unconfirmed, status: done };
    const url = `https://hooks.stripe.com/redirect/authenticate?return_url=${fields['return_url']}`;
    return {
      ...unconfirmed,
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { url } },
    };
  }

  private capture(id: string, fields: Fields): unknown {
    const intent = requireEntry(this.paymentIntents, id);
    if (intent['status'] !== 'requires_capture') throw unexpectedState('payment_intent');
    const amount = Number(fields['amount_to_capture'] ?? intent['amount']);
    if (amount > Number(intent['amount'])) throw invalid('amount_too_large', 'amount_to_capture');
    Object.assign(intent.metadata, getMetadata(fields));
    const { currency } = intent;
    const fee = Math.round(amount * 0.015);
    const transaction = {
      id: `txn_${id}`,
      object: 'balance_transaction',
      created: nowSeconds(),
      currency,
      amount,
      fee,
    };
    const booked = { available_on: nowSeconds(), balance_type: 'payments', fee_details: [], net: amount - fee };
    const balance_transaction = {
      ...transaction,
      ...booked,
      ...{ reporting_category: 'charge', status: 'pending', type: 'charge' },
    };
    Object.assign(intent['latest_charge'] as object, { balance_transaction, captured: true, amount_captured: amount });
    return Object.assign(intent, { status: 'succeeded', amount_received: amount });
  }

  private cancel(entries: Map<string, StripeObject>, id: string, what: string): unknown {
    const intent = requireEntry(entries, id);
    if (intent['status'] === 'succeeded' || intent['status'] === 'canceled') throw unexpectedState(what);
    return Object.assign(intent, { status: 'canceled', next_action: null });
  }

  private refund(fields: Fields): unknown {
    const intent = requireEntry(this.paymentIntents, fields['payment_intent'] ?? '');
    const before = [...this.refunds.values()].filter((refund) => refund['payment_intent'] === intent.id);
    const left = before.reduce((rest, refund) => rest - Number(refund['amount']), Number(intent['amount_received']));
    if (left === 0) throw invalid('charge_already_refunded');
    if (Number(fields['amount']) > left) throw invalid(undefined, 'amount');
    const refund = {
      payment_intent: intent.id,
      amount: Number(fields['amount']),
      currency: intent['currency'],
      status: 'succeeded',
    };
    return this.add(this.refunds, 're', fields, refund);
  }

  private add(entries: Map<string, StripeObject>, prefix: string, fields: Fields, rest: object): StripeObject {
    this.count += 1;
    const created = nowSeconds();
    const entry: StripeObject = {
      id: `${prefix}_${this.count}`,
      object: OBJECTS[prefix],
      created,
      livemode: false,
      ...rest,
      metadata: getMetadata(fields),
    };
    entries.set(entry.id, entry);
    return entry;
  }
}

function orDeclined(intent: StripeObject, name: string): StripeObject {
  if (intent['status'] !== 'requires_payment_method' || intent['payment_method'] === null) return intent;
  const decline = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
  Object.assign(intent, { payment_method: null, last_payment_error: decline, last_setup_error: decline });
  throw new StripeRefusal(402, { ...decline, [name]: intent });
}

function unexpectedState(what: string): StripeRefusal {
  return invalid(`${what}_unexpected_state`);
}
