import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const API_KEY = 'template-test-key';
export const TEMPLATE_CARDS = {
  approved: '4242424242424242',
  declined: '4000000000009995',
  redirect: '4000000000003220',
};

interface HeldPayment {
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
  save?: boolean;
  tool?: { number?: string; token?: string };
}

/** The acquirer in the tests of the connector: it behaves as its documentation says. */
export class TemplateStandIn {
  readonly payments = new Map<string, HeldPayment>();
  isLosingResponses = false;
  private readonly server = createServer((request, response) => void this.serve(request, response));

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** The payer confirms. */
  confirm(id: string): void {
    const payment = this.payments.get(id);
    if (payment?.status !== 'waiting') throw new Error(`${id} does not wait for its payer`);
    payment.status = 'held';
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = this.answer(request, await readText(request));
    if (this.isLosingResponses) return void request.socket.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  private answer({ method, url = '', headers }: IncomingMessage, text: string): [status: number, body: object] {
    if (headers.authorization !== `Bearer ${API_KEY}`) return [401, { error: 'unauthorised' }];
    const [, , name = '', step] = url.split('/');
    const id = decodeURIComponent(name);
    const given = text === '' ? undefined : (JSON.parse(text) as Given);
    if (method === 'POST' && id === '' && given) return [200, this.begin(given)];
    const payment = this.payments.get(id);
    if (step === 'release') return this.release(id, payment);
    if (!payment) return [404, { error: 'notFound' }];
    if (method === 'GET' || !given) return [200, payment];
    return (step === 'captures' ? capture(payment, given) : refund(payment, given)) ? [200, payment] : [409, payment];
  }

  private begin({ id, amount, save = false, tool = {} }: Given): HeldPayment {
    const known = this.payments.get(id);
    if (known) return known;
    const payment: HeldPayment = {
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
  private release(id: string, known: HeldPayment | undefined): [status: number, body: object] {
    const blocked = { reference: id, status: 'released', amount: 0, captured: 0, released: 0, refunds: [] } as const;
    const payment: HeldPayment = known ?? { ...blocked, refunds: [] };
    this.payments.set(id, payment);
    if (payment.status === 'captured') return [409, payment];
    if (payment.status === 'held') payment.released = payment.amount;
    payment.status = 'released';
    return [200, payment];
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

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
