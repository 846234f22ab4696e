import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { isDecided } from '../card-errors';
import type { CardTransport } from '../card-transport';
import { ConnectorUnavailable, type OperationRequest } from '../connector';
import { ConnectorRejection } from '../connector-rejection';

/** Errors of requests that were certainly not sent. */
const UNSENT_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ADDRESS_REFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

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

/** A client of the acquirer's HTTP API. */
export class TemplateClient {
  private readonly dispatcher: Agent;

  constructor(private readonly access: TemplateAccess) {
    this.dispatcher = new Agent({ connect: { lookup: access.lookup } });
  }

  /**
   * Sends a request. Undefined if the response is lost or unreadable: the request may have had its effect.
   * @throws ConnectorUnavailable if it certainly had none, ConnectorRejection if it never will
   */
  async send(
    { method, path, body }: Call,
    { timeoutMs, signal, cardTransport }: OperationRequest & { cardTransport?: CardTransport },
  ): Promise<TemplateReply | undefined> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const url = new URL(path, this.access.url);
    const headers = { authorization: `Bearer ${this.access.apiKey}`, 'content-type': 'application/json' };
    const content = body === undefined ? null : JSON.stringify(body, amountsAsNumbers);
    try {
      if (cardTransport) {
        const sent = { method: 'POST', url: url.href, headers, body: content ?? '', timeoutMs, signal } as const;
        const response = await cardTransport.send(sent);
        return toReply(response.status, response.body);
      }
      const response = await request(url, {
        dispatcher: this.dispatcher,
        method,
        headers,
        body: content,
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      });
      return toReply(response.statusCode, await response.body.text());
    } catch (error) {
      if (isDecided(error)) throw error;
      const code = (error as { code?: unknown }).code;
      if (typeof code !== 'string' || !UNSENT_CODES.has(code)) return undefined;
      throw new ConnectorUnavailable(`The connector cannot be reached: ${code}`, { isUnsent: true });
    }
  }
}

/** Only the acquirer's own words count: a proxy may have forwarded the request. */
function toReply(status: number, text: string): TemplateReply | undefined {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function amountsAsNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}
