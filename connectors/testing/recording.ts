import { StandInServer, type StandInRequest, type StandInResponse } from './stand-in-server';
import type { ProxiedExchange } from './losing-proxy';

/** A request and its answer, without headers. */
export interface Exchange {
  /** Method, path below the address of the API, and query without times. */
  call: string;
  /** JSON, or the fields of a form by name. */
  request: unknown;
  status: number;
  answer: unknown;
  /** Callbacks in JSON that came from this request on, before the next one with an effect. */
  callbacks?: unknown[];
}

/** What a run of the conformance suite exchanged with an acquirer. */
export interface Recording {
  /** In the ids of the run's operations. */
  run: string;
  /** The account's credentials that are no secrets. */
  account: Readonly<Record<string, string>>;
  recordedAt: string;
  exchanges: Exchange[];
  /** With what payers came back, by operation, without signatures. */
  returns: Record<string, Callback>;
}

/** A request to the address of callbacks. */
export interface Callback {
  query: string;
  body: string;
}

/** Fields that hold tokens, signatures and encrypted cards, and T-Bank's time of expiry. */
const MASKED_FIELDS = new Set([
  ...['applePayToken', 'googlePayToken', 'client_secret', 'card[token]'],
  ...['Token', 'CardData', 'RedirectDueDate', 'hmacSignature'],
]);
/** Secrets and signatures within addresses. */
const MASKED_PARTS = /(_secret_|\bsignature=)\w+/g;

/** @param secrets numbers and security codes of cards, which are replaced wherever they are a whole value */
export function toExchange(proxied: ProxiedExchange, secrets: ReadonlySet<string>): Exchange {
  const { call, query, request, status, answer } = proxied;
  const named = [...query].filter(([name]) => !name.startsWith('created'));
  return {
    call: named.length === 0 ? call : `${call}?${new URLSearchParams(named).toString()}`,
    request: readMasked(request, secrets, (text) => Object.fromEntries(new URLSearchParams(text))),
    status,
    answer: readMasked(answer, secrets),
  };
}

/** Reads JSON, or another form of text, without secrets. */
export function readMasked(
  text: string,
  secrets: ReadonlySet<string>,
  readOther: (text: string) => unknown = (other) => other,
): unknown {
  if (text === '') return null;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = readOther(text);
  }
  return JSON.parse(JSON.stringify(content), (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    return secrets.has(value) || MASKED_FIELDS.has(name) ? '***' : value.replace(MASKED_PARTS, '$1***');
  });
}

/** Answers as an acquirer did: the answers to a request in their order, the last one to each further one. */
export class RecordedAcquirer extends StandInServer {
  /** Requests that were not recorded. */
  readonly problems: string[] = [];
  /** Receives callbacks. */
  deliver: ((callback: unknown) => Promise<unknown>) | undefined;
  private readonly left = new Map<string, Exchange[]>();

  constructor(
    { exchanges }: Recording,
    private readonly secrets: ReadonlySet<string>,
  ) {
    super();
    for (const exchange of exchanges) {
      const key = toKey(exchange);
      this.left.set(key, [...(this.left.get(key) ?? []), exchange]);
    }
  }

  protected async respond({ method, path, query, text }: StandInRequest): Promise<StandInResponse> {
    const proxied = { call: `${method} ${path}`, query, request: text, status: 0, answer: '' };
    const key = toKey(toExchange(proxied, this.secrets));
    const exchanges = this.left.get(key) ?? [];
    const exchange = exchanges.length > 1 ? exchanges.shift() : exchanges[0];
    if (!exchange) {
      this.problems.push(key);
      return { status: 404, body: {} };
    }
    for (const callback of exchange.callbacks ?? []) await this.deliver?.(callback);
    return { status: exchange.status, body: exchange.answer ?? undefined };
  }
}

const toKey = ({ call, request }: Exchange): string => `${call} ${JSON.stringify(request)}`;

/** Lets dates run from the time of a recording on; timers stay real. */
export function moveClock(recordedAt: string): void {
  jest.useFakeTimers({
    now: Date.parse(recordedAt),
    advanceTimers: true,
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}
