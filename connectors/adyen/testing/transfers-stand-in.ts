import { openDescription } from '../../testing/description';
import { StandInServer, type StandInRequest, type StandInResponse } from '../../testing/stand-in-server';
import type { AdyenFields } from './adyen-book';

interface TransferAtAdyen extends AdyenFields {
  id: string;
  reference: string;
  status: string;
}

/** An IBAN that the stand-in rejects by validation. */
export const INVALID_IBAN = 'DE00000000000000000000';

/** A stateful stand-in of Adyen's Transfers API, checked as that of the Checkout API. Transfers are pending until `settle`. */
export class TransfersStandIn extends StandInServer {
  readonly transfers: TransferAtAdyen[] = [];
  readonly problems: string[] = [];
  readonly bodies: AdyenFields[] = [];
  private readonly check = openDescription('adyen-transfers-v4');
  readonly responses = new Map<string, TransferAtAdyen>();

  constructor() {
    super('/btl/v4');
  }

  override start(): Promise<string> {
    this.check({ method: 'POST', path: '/transfers', body: {} });
    this.check({ method: 'POST', path: '/transfers', status: 202, body: {} });
    return super.start();
  }

  settle(reference: string, status: string, reason = 'approved'): void {
    const transfer = this.transfers.find((each) => each.reference === reference);
    if (!transfer) throw new Error('there is no such transfer');
    Object.assign(transfer, { status, reason });
  }

  protected override respond({ method, path, query, headers, text }: StandInRequest): StandInResponse {
    const key = headers['idempotency-key'] as string | undefined;
    const { status, answer } =
      method === 'POST' ? this.transfer(JSON.parse(text) as AdyenFields, key) : this.list(query);
    this.problems.push(...this.check({ method, path, status, body: JSON.parse(JSON.stringify(answer)) as unknown }));
    return { status, body: answer };
  }

  private transfer(body: AdyenFields, key: string | undefined): { status: number; answer: AdyenFields } {
    this.bodies.push(body);
    this.problems.push(...this.check({ method: 'POST', path: '/transfers', body }));
    if (key === undefined || key.length > 64) this.problems.push('the Idempotency-Key is missing or long');
    const known = this.responses.get(key ?? '');
    if (known) return { status: 202, answer: known };
    if (JSON.stringify(body).includes(INVALID_IBAN)) {
      const name = 'counterparty.bankAccount.accountIdentification.iban';
      const invalidFields = [{ name, message: 'Invalid IBAN', value: '' }];
      const title = 'Invalid bank account';
      return {
        status: 422,
        answer: { errorCode: '30_082', status: 422, title, type: 'x', detail: title, invalidFields },
      };
    }
    const made: TransferAtAdyen = {
      id: `48POO${this.transfers.length}`,
      reference: String(body['reference']),
      status: 'received',
      reason: 'pending',
      amount: body['amount'],
      category: body['category'],
      counterparty: body['counterparty'],
      direction: 'outgoing',
      createdAt: new Date().toISOString(),
    };
    this.transfers.push(made);
    this.responses.set(key ?? '', { ...made });
    return { status: 202, answer: made };
  }

  private list(query: URLSearchParams): { status: number; answer: AdyenFields } {
    const data = this.transfers.filter(({ reference }) => reference === query.get('reference'));
    const isComplete = query.has('balanceAccountId') && query.has('createdSince') && query.has('createdUntil');
    if (!isComplete) this.problems.push('a list of transfers needs an account and a period');
    return { status: 200, answer: { data } };
  }
}
