import type { LookupFunction } from 'node:net';
import { z } from 'zod';
import { AcquirerHttp, NoAnswer, parseJson, type AcquirerAnswer } from '../acquirer-http';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable, type OperationRequest } from '../connector';
import { ConnectorRejection } from '../connector-rejection';

const payment = z.object({
  reference: z.string().min(1),
  id: z.string(),
  test: z.boolean(),
  amount: z.int().min(0).transform(BigInt),
  currency: z.string(),
  status: z.enum(['waiting', 'held', 'captured', 'released', 'declined']),
  reason: z.string().optional(),
  redirectUrl: z.string().optional(),
  token: z.string().optional(),
  captured: z.int().min(0).transform(BigInt),
  refunds: z.array(z.object({ id: z.string(), amount: z.int().transform(BigInt) })),
});

/** A payment as the acquirer shows it. */
export type TemplatePayment = z.output<typeof payment>;

/** A response that proves something: a payment, a refusal with the payment as it is, or an unknown id. */
export type TemplateReply = { kind: 'payment' | 'refused'; payment: TemplatePayment } | { kind: 'notFound' };

export interface TemplateAccess {
  url: string;
  apiKey: string;
  lookup?: LookupFunction | undefined;
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

export class TemplateClient {
  private readonly http: AcquirerHttp;

  constructor(private readonly access: TemplateAccess) {
    this.http = new AcquirerHttp('The connector', access);
  }

  /**
   * Sends a request. Undefined if the response is lost or unreadable: the request may have had its effect.
   * @throws ConnectorUnavailable if it certainly had none, ConnectorRejection if it never will
   */
  async send(
    { body, ...call }: Call,
    { timeoutMs, signal, cardTransport }: OperationRequest & { cardTransport?: CardTransport },
  ): Promise<TemplateReply | undefined> {
    signal?.throwIfAborted();
    const headers = { authorization: `Bearer ${this.access.apiKey}`, 'content-type': 'application/json' };
    const content = body && JSON.stringify(body, amountsAsNumbers);
    try {
      return toReply(await this.http.send({ ...call, headers, body: content, timeoutMs, signal, cardTransport }));
    } catch (error) {
      if (error instanceof NoAnswer) return undefined;
      throw error;
    }
  }
}

/** Only the acquirer's own words count: a proxy may have forwarded the request. */
function toReply({ status, text }: AcquirerAnswer): TemplateReply | undefined {
  const body = parseJson(text);
  const error = z.object({ error: z.string() }).safeParse(body).data?.error;
  if (status === 404 && error === 'notFound') return { kind: 'notFound' };
  if (status === 401 && error !== undefined) throw new ConnectorUnavailable('The connector rejects the key');
  if (status === 503 && error !== undefined) throw new ConnectorUnavailable('The connector is unavailable');
  if (status === 400) throw new ConnectorRejection('The connector answers 400', { code: '400' });
  const shown = payment.safeParse(body).data;
  if (!shown || (status !== 200 && status !== 409)) return undefined;
  return { kind: status === 200 ? 'payment' : 'refused', payment: shown };
}

function amountsAsNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
