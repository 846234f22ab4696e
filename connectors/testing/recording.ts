import { StandInServer, type StandInRequest, type StandInResponse } from './stand-in-server';

/** A request and its answer, without headers, both in JSON. */
export interface Exchange {
  /** Method and path, below the address of the API. */
  call: string;
  request: unknown;
  status: number;
  answer: unknown;
}

/** What a run of the conformance suite exchanged with an acquirer. */
export interface Recording {
  /** In the ids of the run's operations. */
  run: string;
  /** The account's id at the acquirer. */
  account: string;
  recordedAt: string;
  exchanges: Exchange[];
}

/** Tokens of wallets in the requests of acquirers. */
const TOKENS = ['applePayToken', 'googlePayToken'];

/** @param secrets numbers and security codes of cards, which are replaced wherever they are a whole value */
export function toExchange(
  { call, request, status, answer }: { call: string; request: string; status: number; answer: string },
  secrets: readonly string[],
): Exchange {
  const masked = (text: string): unknown =>
    text === ''
      ? null
      : JSON.parse(text, (name, part: unknown) => {
          const isSecret = typeof part === 'string' && (secrets.includes(part) || TOKENS.includes(name));
          return isSecret ? '***' : part;
        });
  return { call, request: masked(request), status, answer: masked(answer) };
}

/** Answers as an acquirer did: the exchanges of a call in their order, the last one to each further request. */
export class RecordedAcquirer extends StandInServer {
  /** Requests that differ from the recorded ones. */
  readonly problems: string[] = [];
  private readonly left = new Map<string, Exchange[]>();

  constructor(
    { exchanges }: Recording,
    private readonly secrets: readonly string[],
  ) {
    super();
    for (const exchange of exchanges) this.left.set(exchange.call, [...(this.left.get(exchange.call) ?? []), exchange]);
  }

  protected respond({ method, path, text }: StandInRequest): StandInResponse {
    const call = `${method} ${path}`;
    const exchanges = this.left.get(call) ?? [];
    const exchange = exchanges.length > 1 ? exchanges.shift() : exchanges[0];
    if (!exchange) return { status: 404, body: {} };
    const { status, answer } = exchange;
    const { request } = toExchange({ call, request: text, status, answer: '' }, this.secrets);
    if (JSON.stringify(exchange.request) !== JSON.stringify(request)) this.problems.push(`${call} ${text}`);
    return { status, body: answer };
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
