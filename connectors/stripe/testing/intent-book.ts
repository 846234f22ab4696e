/** Form fields by their names as sent: `metadata[a]`. */
export type Fields = Record<string, string>;

type Entry = Record<string, unknown> & { id: string; metadata: Record<string, string> };

/** An error response in Stripe's form. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: object,
  ) {
    super('refused');
  }
}

/** Stripe's documented test cards used by the tests. */
export const STRIPE_CARDS = {
  approved: '4242424242424242',
  declined: '4000000000009995',
  interaction: '4000002760003184',
} as const;

const CARD = {
  ...{ brand: 'visa', last4: '4242', iin: '424242', country: 'US', issuer: 'Stripe Payments UK Limited' },
  ...{ network_transaction_id: 'MWK123456789012', wallet: { type: 'apple_pay' } },
  ...{ exp_month: 12, exp_year: 2030, checks: null, funding: 'credit', installments: null, mandate: null },
  ...{ network: 'visa', three_d_secure: null },
};

const NO_BILLING = { address: null, email: null, name: null, phone: null };

/** The names of objects by the prefix of their ids. */
const OBJECTS: Readonly<Record<string, string>> = {
  pm: 'payment_method',
  cus: 'customer',
  pi: 'payment_intent',
  seti: 'setup_intent',
  re: 'refund',
};

type Action = (fields: Fields, id: string) => unknown;

/** Simulates payment intents, setup intents, refunds, customers and cards with Stripe's state rules. */
export class IntentBook {
  readonly paymentIntents = new Map<string, Entry>();
  readonly setupIntents = new Map<string, Entry>();
  readonly refunds = new Map<string, Entry>();
  private readonly customers = new Map<string, Entry>();
  private readonly cards = new Map<string, Entry>();
  private count = 0;

  private readonly actions: Readonly<Record<string, Action>> = {
    'POST /v1/payment_methods': (fields) =>
      this.add(this.cards, 'pm', fields, { type: 'card', billing_details: NO_BILLING, number: fields['card[number]'] }),
    'POST /v1/payment_methods/:id/detach': (_, id) => ({ ...requireEntry(this.cards, id), customer: null }),
    'POST /v1/customers': (fields) => this.add(this.customers, 'cus', fields, {}),
    'GET /v1/customers/search': ({ query = '' }) => search(this.customers, query),
    'POST /v1/payment_intents': (fields) => this.createPaymentIntent(fields),
    'GET /v1/payment_intents': (fields) => listPage(this.paymentIntents, fields),
    'GET /v1/payment_intents/search': ({ query = '' }) => search(this.paymentIntents, query),
    'GET /v1/payment_intents/:id': (_, id) => requireEntry(this.paymentIntents, id),
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

  private createPaymentIntent(fields: Fields): unknown {
    const intent = this.add(this.paymentIntents, 'pi', fields, {
      ...this.confirmed(fields, 'requires_capture'),
      amount: Number(fields['amount']),
      amount_capturable: Number(fields['amount']),
      currency: fields['currency'],
      amount_received: 0,
      latest_charge: null,
    });
    if (intent['status'] === 'requires_capture') {
      const charge = { ...aCharge(String(this.count), intent), authorization_code: '123456' };
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

  private cancel(entries: Map<string, Entry>, id: string, what: string): unknown {
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

  private add(entries: Map<string, Entry>, prefix: string, fields: Fields, rest: object): Entry {
    this.count += 1;
    const created = nowSeconds();
    const entry: Entry = {
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

const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** The charge of an authorised intent. */
function aCharge(id: string, { currency, amount }: Entry): object {
  const taken = { amount, amount_captured: 0, amount_refunded: 0, captured: false, disputed: false, paid: true };
  return {
    ...{ id: `ch_${id}`, object: 'charge', created: nowSeconds(), currency, livemode: false, metadata: {} },
    ...{ ...taken, refunded: false, status: 'succeeded', billing_details: NO_BILLING, balance_transaction: null },
  };
}

function requireEntry(entries: Map<string, Entry>, id: string): Entry {
  const entry = entries.get(id);
  if (!entry)
    throw new StripeRefusal(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'intent' });
  return entry;
}

function orDeclined(intent: Entry, name: string): Entry {
  if (intent['status'] !== 'requires_payment_method' || intent['payment_method'] === null) return intent;
  const decline = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
  Object.assign(intent, { payment_method: null, last_payment_error: decline, last_setup_error: decline });
  throw new StripeRefusal(402, { ...decline, [name]: intent });
}

function getMetadata(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields).map(([name, value]) => [/^metadata\[(.+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[0] !== undefined));
}

function search(entries: Map<string, Entry>, query: string): object {
  const [, name = '', value] = /^metadata\['([^']+)'\]:'([^']*)'$/.exec(query) ?? [];
  return { ...list(entries, ({ metadata }) => metadata[name] === value), object: 'search_result' };
}

function list(entries: Map<string, Entry>, matches: (entry: Entry) => boolean): object {
  return { object: 'list', has_more: false, data: [...entries.values()].filter(matches) };
}

/** Returns a page of entries created within a window, newest first, after `starting_after`. */
function listPage(entries: Map<string, Entry>, fields: Fields): object {
  const [from, to] = [Number(fields['created[gte]']), Number(fields['created[lt]'])];
  const within = [...entries.values()]
    .reverse()
    .filter(({ created }) => Number(created) >= from && Number(created) < to);
  const first = within.findIndex(({ id }) => id === fields['starting_after']) + 1;
  const data = within.slice(first, first + Number(fields['limit']));
  return { object: 'list', has_more: first + data.length < within.length, data };
}

function unexpectedState(what: string): StripeRefusal {
  return invalid(`${what}_unexpected_state`);
}

function invalid(code?: string, param?: string): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', code, param });
}
