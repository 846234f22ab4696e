import { invalid, list, nowSeconds, requireEntry, type Fields, type StripeObject } from './entries';

const DECLINE = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
const DAY = 86_400;

/** What sessions use of payment intents. */
interface Intents {
  readonly paymentIntents: Map<string, StripeObject>;
  createPaymentMethod(fields: Fields): StripeObject;
  createIntent(fields: Fields): StripeObject;
  add(entries: Map<string, StripeObject>, prefix: string, fields: Fields, rest: object): StripeObject;
}

interface Listed {
  data: StripeObject[];
}

/** Checkout Sessions: each has a payment intent from the first attempt of its payer. */
export class SessionBook {
  readonly sessions = new Map<string, StripeObject>();

  readonly actions = {
    'POST /v1/checkout/sessions': (fields: Fields) => this.create(fields),
    'GET /v1/checkout/sessions': ({ 'created[gte]': from = '0', payment_intent: paid }: Fields) => {
      const isListed = ({ created, intent }: StripeObject) =>
        Number(created) >= Number(from) && (paid === undefined || intent === paid);
      const { data, ...page } = list(this.sessions, isListed) as Listed;
      return { ...page, data: data.map((session) => this.expand(session)) };
    },
    'GET /v1/checkout/sessions/:id': (_: Fields, id: string) => this.expand(requireEntry(this.sessions, id)),
    'POST /v1/checkout/sessions/:id/expire': (_: Fields, id: string) => this.expire(id),
  };

  constructor(private readonly book: Intents) {}

  /** The payer enters a card on the page, if it is still open. A declined payer may enter another. */
  pay(id: string, number: string): void {
    const session = requireEntry(this.sessions, id);
    if (session['status'] !== 'open') return;
    const { amount_total: amount, currency, intentFields } = session;
    const { id: method } = this.book.createPaymentMethod({ 'card[number]': number });
    const fields = { ...(intentFields as Fields), amount: String(amount), currency: String(currency), confirm: 'true' };
    const intent = this.attempt(session, { ...fields, payment_method: method });
    if (intent['status'] === 'requires_capture') Object.assign(session, { status: 'complete', url: null });
    else Object.assign(intent, { payment_method: null, last_payment_error: DECLINE });
  }

  /** All attempts of a session share its payment intent. */
  private attempt(session: StripeObject, fields: Fields): StripeObject {
    const attempted = this.book.createIntent(fields);
    const { intent: earlier = attempted.id } = session;
    const id = earlier as string;
    session['intent'] = id;
    this.book.paymentIntents.delete(attempted.id);
    const intent = this.book.paymentIntents.get(id) ?? attempted;
    this.book.paymentIntents.set(id, Object.assign(intent, attempted, { id, last_payment_error: null }));
    return intent;
  }

  /** The payer is declined and leaves, so the session expires. */
  leave(id: string, number: string): void {
    this.pay(id, number);
    if (requireEntry(this.sessions, id)['status'] === 'open') this.expire(id);
  }

  private create(fields: Fields): object {
    if (fields['mode'] !== 'payment' || fields['success_url'] === undefined) throw invalid(undefined, 'mode');
    const [currency, amount] = ['currency', 'unit_amount'].map((name) => fields[`line_items[0][price_data][${name}]`]);
    const total = { amount_subtotal: Number(amount), amount_total: Number(amount), currency };
    const texts = { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null };
    const session = this.book.add(this.sessions, 'cs', fields, {
      ...{ mode: 'payment', status: 'open', payment_status: 'unpaid', payment_method_types: ['card'], ...total },
      ...{ automatic_tax: { enabled: false, liability: null, provider: null, status: null }, custom_fields: [] },
      ...{ custom_text: texts, shipping_options: [], expires_at: nowSeconds() + DAY },
      intentFields: intentFieldsOf(fields),
    });
    return this.expand(Object.assign(session, { url: `https://checkout.stripe.com/c/pay/${session.id}` }));
  }

  private expire(id: string): object {
    const session = requireEntry(this.sessions, id);
    if (session['status'] !== 'open') throw invalid('checkout_session_not_open');
    const intent = this.book.paymentIntents.get(String(session['intent']));
    if (intent) Object.assign(intent, { status: 'canceled' });
    return this.expand(Object.assign(session, { status: 'expired', url: null }));
  }

  /** What Stripe shows of a session. */
  private expand({ intentFields: _, intent, ...session }: StripeObject): object {
    return { ...session, payment_intent: this.book.paymentIntents.get(String(intent)) ?? null };
  }
}

/** The fields of the intent that a payer's attempt creates. */
function intentFieldsOf(fields: Fields): Fields {
  const own = Object.entries(fields).flatMap(([name, value]) => {
    const [, first, rest = ''] = /^payment_intent_data\[(\w+)\](.*)$/.exec(name) ?? [];
    return first === undefined ? [] : [[`${first}${rest}`, value] as const];
  });
  return Object.fromEntries(own);
}
