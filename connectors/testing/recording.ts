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
  ...['Token', 'CardData', 'RedirectDueDate'],
]);
/** Secrets within addresses. */
const SECRET_PARTS = /_secret_\w+/g;

/** @param secrets numbers and security codes of cards, which are replaced wherever they are a whole value */
export function toExchange(proxied: ProxiedExchange, secrets: ReadonlySet<string>): Exchange {
  const { call, query, request, status, answer } = proxied;
  const mask = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return secrets.has(value) || MASKED_FIELDS.has(name) ? '***' : value.replace(SECRET_PARTS, '_secret_***');
  };
  const named = [...query].filter(([name]) => !name.startsWith('created'));
  return {
    call: named.length === 0 ? call : `${call}?${new URLSearchParams(named).toString()}`,
    request: read(request, mask, (text) => Object.fromEntries(new URLSearchParams(text))),
    status,
    answer: read(answer, mask, (text) => text),
  };
}

type Mask = (name: string, value: unknown) => unknown;

/** Reads JSON, or another form of text. */
function read(text: string, mask: Mask, readOther: (text: string) => unknown): unknown {
  if (text === '') return null;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = readOther(text);
  }
  return JSON.parse(JSON.stringify(content), mask);
}

/** Answers as an acquirer did: the exchanges of a call in their order, the last one to each further request. */
export class RecordedAcquirer extends StandInServer {
  /** Requests that differ from the recorded ones. */
  readonly problems: string[] = [];
  private readonly left = new Map<string, Exchange[]>();

  constructor(
    { exchanges }: Recording,
    private readonly secrets: ReadonlySet<string>,
  ) {
    super();
    for (const exchange of exchanges) this.left.set(exchange.call, [...(this.left.get(exchange.call) ?? []), exchange]);
  }

  protected respond({ method, path, query, text }: StandInRequest): StandInResponse {
    const proxied = { call: `${method} ${path}`, query, request: text, status: 0, answer: '' };
    const { call, request } = toExchange(proxied, this.secrets);
    const exchanges = this.left.get(call) ?? [];
    const exchange = exchanges.length > 1 ? exchanges.shift() : exchanges[0];
    if (!exchange) return { status: 404, body: {} };
    if (JSON.stringify(exchange.request) !== JSON.stringify(request)) this.problems.push(`${call} ${text}`);
    return { status: exchange.status, body: exchange.answer };
  }
}

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
