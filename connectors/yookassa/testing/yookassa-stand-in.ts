import { createHash } from 'node:crypto';
import { openDescription } from '../../testing/description';
import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';
import { PaymentBook } from './payment-book';
import { RejectedRequest } from './receipt-check';

type Fields = Record<string, unknown>;

export interface RecordedCall {
  method: string;
  path: string;
  key: string | undefined;
  authorization: string | undefined;
  body: Fields;
}

const BANKS = { type: 'list', items: [{ bank_id: '100000000111', name: 'Сбербанк', bic: '044525225' }] };

/**
 * A stateful stand-in of YooKassa's API version 3. Each request and each response is checked against the published
 * description; problems are collected in `problems`.
 */
export class YooKassaStandIn extends StandInServer {
  readonly book = new PaymentBook();
  readonly calls: RecordedCall[] = [];
  readonly problems: string[] = [];
  private readonly check = openDescription('yookassa');
  readonly responses = new Map<string, { request: string; status: number; body: unknown }>();

  constructor() {
    super('/v3');
  }

  protected override respond({ method, path, query, headers, text }: StandInRequest): StandInResponse {
    const key = headers['idempotence-key'] as string | undefined;
    const body = text === '' ? {} : (JSON.parse(text) as Fields);
    const [, credentials = ''] = (headers.authorization ?? '').split(' ');
    this.book.shopID = Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '';
    this.calls.push({ method, path, key, authorization: headers.authorization, body });
    if (method === 'POST') this.problems.push(...this.check({ method, path, body }));
    if (method === 'POST' && key === undefined) this.problems.push(`${path} has no Idempotence-Key`);
    const { status, body: answer } = this.answer({ method, path, key, body, query });
    this.problems.push(...this.check({ method, path, status, body: JSON.parse(JSON.stringify(answer)) as unknown }));
    return { status, body: answer };
  }

  /** A repeated request with the same key gets the first response; another request with it is rejected. */
  private answer(input: Answered): { status: number; body: unknown } {
    const { method, path, key, body } = input;
    // The request can contain a card number.
    const request = createHash('sha256')
      .update(JSON.stringify([method, path, body]))
      .digest('hex');
    const known = key === undefined ? undefined : this.responses.get(key);
    if (known) return known.request === request ? known : rejection(new RejectedRequest(400, 'Idempotence-Key'));
    try {
      const made = { request, status: 200, body: structuredClone(this.execute(input)) };
      if (key !== undefined) this.responses.set(key, made);
      return made;
    } catch (error) {
      if (error instanceof RejectedRequest) return rejection(error);
      throw error;
    }
  }

  private execute({ method, path, body, query }: Answered): unknown {
    const [, kind, id = '', action] = path.split('/');
    const list = (items: Iterable<Fields>) => ({ type: 'list', items: [...items] });
    if (method === 'GET') {
      if (path === '/sbp_banks') return BANKS;
      if (path === '/me') return { account_id: this.book.shopID, status: 'enabled', test: true };
      if (path === '/payouts/search')
        return list([...this.book.payouts.values()].filter((each) => matches(each, query)));
      if (kind === 'payouts' && id) return known(this.book.payouts.get(id));
      if (kind === 'refunds' && id) return known(this.book.refunds.get(id));
      if (kind === 'payments') return id ? this.book.get(id) : list(within(this.book.payments.values(), query));
      if (kind === 'refunds') return list(within(this.book.refunds.values(), query));
      if (kind === 'payouts') return list(within(this.book.payouts.values(), query));
      if (kind === 'receipts')
        return list(this.book.receipts.filter((each) => each.payment_id === query.get('payment_id')));
      if (kind === 'payment_methods') return this.book.methods.get(id);
      throw new RejectedRequest(404);
    }
    if (kind === 'payments' && action === 'capture') return this.book.capture(id, body);
    if (kind === 'payments' && action === 'cancel') return this.book.cancel(id);
    if (kind === 'payments') return this.book.pay(body);
    if (kind === 'refunds') return this.book.refund(body);
    if (kind === 'receipts') return this.book.issueReceipt(body);
    if (kind === 'payouts') return this.book.payOut(body);
    if (kind === 'payment_methods') return this.book.saveMethod(body);
    throw new RejectedRequest(404);
  }
}

interface Answered extends Omit<RecordedCall, 'authorization'> {
  query: URLSearchParams;
}

function known(object: Fields | undefined): Fields {
  if (!object) throw new RejectedRequest(404);
  return object;
}

function rejection({ status, parameter }: RejectedRequest): { status: number; body: Fields } {
  const code = status === 404 ? 'not_found' : 'invalid_request';
  return { status, body: { type: 'error', id: 'error-1', code, description: 'RejectedRequest', parameter } };
}

function within(objects: Iterable<Fields>, query: URLSearchParams): Fields[] {
  const [from, to] = [query.get('created_at.gte') ?? '', query.get('created_at.lt') ?? '9'];
  const payment = query.get('payment_id');
  return [...objects].filter(({ created_at: at, payment_id: id }) => {
    return String(at) >= from && String(at) < to && (payment === null || payment === id);
  });
}

function matches({ metadata }: { metadata: Record<string, string> }, query: URLSearchParams): boolean {
  return Object.entries(metadata).some(([name, value]) => query.get(`metadata[${name}]`) === value);
}
