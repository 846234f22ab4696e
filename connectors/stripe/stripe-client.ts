import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import Stripe from 'stripe';
import type { CardResponse, CardTransport } from '../card-transport';

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;
type HttpResponse = Awaited<ReturnType<HttpClient['makeRequest']>>;

/** How Stripe is reached. */
export interface StripeAccess {
  secretKey: string;
  /** Stripe's address, if not the default. */
  url?: string;
  lookup?: LookupFunction | undefined;
}

/** The client of calls that hold a card, which the vault sends, or of calls without one. Retries are ours, so the library's retries and telemetry are off. */
export function createStripeClient({ secretKey, url, lookup }: StripeAccess, cardTransport?: CardTransport): Stripe {
  const address = url === undefined ? undefined : new URL(url);
  const isPlain = address?.protocol === 'http:';
  const agent = cardTransport ? undefined : new (isPlain ? HttpAgent : HttpsAgent)({ keepAlive: true, lookup });
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: withRefusals(cardTransport ? new CardHttpClient(cardTransport) : Stripe.createNodeHttpClient(agent)),
    ...(address && { host: address.hostname, port: address.port, protocol: isPlain ? 'http' : 'https' }),
  });
}

/** The library takes a failure without an error of Stripe, as of a server before it, for a response with the result. */
function withRefusals(client: HttpClient): HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      const response = await client.makeRequest(...request);
      const status = response.getStatusCode();
      if (status < 400) return response;
      const toJSON = async (): Promise<unknown> => {
        const answer = (await response.toJSON().catch(() => undefined)) as { error?: unknown } | undefined;
        return answer?.error ? answer : { error: { type: status === 400 ? 'invalid_request_error' : 'api_error' } };
      };
      return Object.assign(Object.create(response) as HttpResponse, { toJSON });
    },
  };
}

/** The vault sets them itself. */
const OF_VAULT: ReadonlySet<string> = new Set(['content-length', 'connection', 'host', 'accept-encoding']);

/** The HTTP client of a call that holds a card: the vault sends it. */
class CardHttpClient implements HttpClient {
  constructor(private readonly transport: CardTransport) {}

  readonly getClientName = (): string => 'holdfast-vault';

  readonly makeRequest = async (...request: Parameters<HttpClient['makeRequest']>): Promise<HttpResponse> => {
    const [host, port, path, , given, body, protocol, timeoutMs] = request;
    const address = `${protocol}://${host}${port === '' ? '' : `:${port}`}`;
    const named = Object.entries(given).map(([name, value]) => [name.toLowerCase(), String(value)] as const);
    const headers = Object.fromEntries(named.filter(([name]) => !OF_VAULT.has(name)));
    const url = new URL(path, address).href;
    return new CardHttpResponse(await this.transport.send({ method: 'POST', url, headers, body, timeoutMs }));
  };
}

class CardHttpResponse implements HttpResponse {
  constructor(private readonly response: CardResponse) {}

  readonly getStatusCode = (): number => this.response.status;

  readonly getHeaders = (): Record<string, string> => this.response.headers;

  readonly getRawResponse = (): CardResponse => this.response;

  readonly toStream = (): never => {
    throw new Error('the response of the vault is no stream');
  };

  readonly toJSON = async (): Promise<unknown> => JSON.parse(this.response.body) as unknown;
}
