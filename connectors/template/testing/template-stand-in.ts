import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';

export const API_KEY = 'template-test-key';
export const TEMPLATE_CARDS = {
  approved: '4242424242424242',
  declined: '4000000000009995',
  redirect: '4000000000003220',
};

interface HeldPayment {
  id: string;
  test: boolean;
  currency: string;
  reference: string;
  status: 'waiting' | 'held' | 'captured' | 'released' | 'declined';
  reason?: string;
  redirectUrl?: string;
  token?: string;
  amount: number;
  captured: number;
  released: number;
  captureID?: string;
  refunds: { id: string; amount: number }[];
}

interface Given {
  id: string;
  amount: number;
  currency: string;
  save?: boolean;
  tool?: { number?: string; token?: string };
}

/** The acquirer in the tests of the connector: it behaves as its documentation says. */
export class TemplateStandIn extends StandInServer {
  readonly payments = new Map<string, HeldPayment>();

  /** The payer confirms. */
  confirm(id: string): void {
    const payment = this.payments.get(id);
    if (payment?.status !== 'waiting') throw new Error(`${id} does not wait for its payer`);
    payment.status = 'held';
  }

  protected override respond({ method, path, headers, text }: StandInRequest): StandInResponse {
    if (headers.authorization !== `Bearer ${API_KEY}`) return { status: 401, body: { error: 'unauthorised' } };
    if (path === '/account') return { status: 200, body: { test: true } };
    const [, , name = '', step] = path.split('/');
    const id = decodeURIComponent(name);
    const given = text === '' ? undefined : (JSON.parse(text) as Given);
    if (method === 'POST' && id === '' && given) return { status: 200, body: this.begin(given) };
    const payment = this.payments.get(id);
    if (step === 'release') return this.release(id, payment);
    if (!payment) return { status: 404, body: { error: 'notFound' } };
    if (method === 'GET' || !given) return { status: 200, body: payment };
    const isDone = step === 'captures' ? capture(payment, given) : refund(payment, given);
    return { status: isDone ? 200 : 409, body: payment };
  }

  private begin({ id, amount, currency, save = false, tool = {} }: Given): HeldPayment {
    const known = this.payments.get(id);
    if (known) return known;
    const payment: HeldPayment = {
      ...{ id, test: true, currency },
      ...{ reference: `ref-${this.payments.size + 1}`, status: 'held', amount, captured: 0, released: 0, refunds: [] },
      ...(save && { token: `token-${this.payments.size + 1}` }),
    };
    if (tool.number === TEMPLATE_CARDS.declined) Object.assign(payment, { status: 'declined', reason: 'noMoney' });
    if (tool.number === TEMPLATE_CARDS.redirect) {
      Object.assign(payment, { status: 'waiting', redirectUrl: 'https://acquirer.example/confirm' });
    }
    this.payments.set(id, payment);
    return payment;
  }

  /** An id that never arrived is blocked. */
  private release(id: string, known: HeldPayment | undefined): StandInResponse {
    const nothing = { amount: 0, captured: 0, released: 0, refunds: [] };
    const payment: HeldPayment = known ?? {
      id,
      reference: id,
      test: true,
      currency: 'EUR',
      status: 'held',
      ...nothing,
    };
    this.payments.set(id, payment);
    if (payment.status === 'captured') return { status: 409, body: payment };
    if (payment.status === 'held') payment.released = payment.amount;
    payment.status = 'released';
    return { status: 200, body: payment };
  }
}

function capture(payment: HeldPayment, { id, amount }: Given): boolean {
  if (payment.captureID === id) return true;
  if (payment.status !== 'held' || amount > payment.amount) return false;
  Object.assign(payment, { status: 'captured', captured: amount, captureID: id });
  return true;
}

function refund(payment: HeldPayment, { id, amount }: Given): boolean {
  if (payment.refunds.some((each) => each.id === id)) return true;
  const refunded = payment.refunds.reduce((sum, each) => sum + each.amount, 0);
  if (refunded + amount > payment.captured) return false;
  payment.refunds.push({ id, amount });
  return true;
}
