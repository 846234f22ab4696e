import { addressOfOperation } from './addresses';
import { ask } from './ask';
import { takeEarly } from './early';
import { pause, rest } from './pause';

/**
 * Why a call did not succeed. Nothing of the answer but its code and the names of fields is kept: a text of a server is nothing
 * for a payer.
 */
export type Failure =
  /** No answer, or one that the platform's own page would not give: lost network, a defect. */
  | { kind: 'unreachable' }
  /** The platform has more to do than it can, and wants to be asked again so much later; 0 where it does not say when. */
  | { kind: 'busy'; waitMs: number }
  /** The token is not one, or is over. */
  | { kind: 'unauthorised' }
  | { kind: 'absent' }
  /** The external id is another request's: what was asked for has begun already. */
  | { kind: 'repeated' }
  | { kind: 'refused'; code: string; fields: readonly string[] };

export class CallFailed extends Error {
  override readonly name = 'CallFailed';

  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

export interface Call {
  token?: string;
  body?: object;
  /** How often it is tried before it counts as failed; each body that creates something has an external id. */
  attempts?: number;
  /** How long an answer is waited for. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Longer than the platform takes to give up by itself. */
const TIMEOUT_MS = 35_000;
const PAUSES_MS = [400, 1_200, 3_000];
/** Who is told to wait longer is told so at once. The platform's own requests are for a minute at the most. */
const MAX_WAIT_MS = 60_000;

export interface Trouble {
  /** How many attempts have failed in a row so far, of whatever calls: 0 when one got through. */
  failedInARow: number;
  /** Whether the last of them was answered, by a platform that has too much to do. */
  isBusy: boolean;
}

export type Client = ReturnType<typeof createClient>;

/** A client of `/v2`. `onTrouble` hears after each attempt how calls go. */
export function createClient(apiUrl: string, onTrouble: (trouble: Trouble) => void = () => undefined) {
  let failedInARow = 0;
  const note = (failure?: Failure) => {
    failedInARow = failure && isPassing(failure) ? failedInARow + 1 : 0;
    onTrouble({ failedInARow, isBusy: failure?.kind === 'busy' });
  };
  return async function call<Answer>(path: string, given: Call = {}): Promise<Answer> {
    const { attempts = 4 } = given;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await callOnce<Answer>(addressOfOperation(apiUrl, path), given);
        note();
        return answer;
      } catch (error) {
        const failed = error instanceof CallFailed ? error : new CallFailed({ kind: 'unreachable' });
        const { failure } = failed;
        note(failure);
        if (!isPassing(failure) || attempt >= attempts) throw failed;
        await untilWorthAnother(failure, PAUSES_MS[Math.min(attempt, PAUSES_MS.length) - 1] ?? 0);
      }
    }
  };
}

/** Whether the same call may succeed a little later. */
function isPassing(failure: Failure): boolean {
  return failure.kind === 'unreachable' || (failure.kind === 'busy' && failure.waitMs <= MAX_WAIT_MS);
}

function untilWorthAnother(failure: Failure, pauseMs: number): Promise<void> {
  return failure.kind === 'busy' ? rest(Math.max(pauseMs, failure.waitMs)) : pause(pauseMs);
}

async function callOnce<Answer>(url: string, { token, body, signal, timeoutMs = TIMEOUT_MS }: Call): Promise<Answer> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener('abort', stop);
  try {
    const early = body ? undefined : takeEarly(url);
    const answer = await (early ? untilAborted(early, limit.signal) : ask(url, { token, body, signal: limit.signal }));
    if (answer.status === 202) return undefined as Answer;
    if (answer.ok) return await untilAborted(answer.json() as Promise<Answer>, limit.signal);
    throw new CallFailed(await untilAborted(readFailure(answer), limit.signal));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** An answer, or its body, that was asked for by somebody else, who set no limit. */
function untilAborted<Part>(answer: Promise<Part>, signal: AbortSignal): Promise<Part> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('waited long enough')));
  });
  return Promise.race([answer, aborted]);
}

async function readFailure(answer: Response): Promise<Failure> {
  switch (answer.status) {
    case 401:
    case 403:
      return { kind: 'unauthorised' };
    case 404:
      return { kind: 'absent' };
    case 409:
      return { kind: 'repeated' };
    case 400:
    case 422: {
      const { code, message } = (await answer.json().catch(() => ({}))) as { code?: unknown; message?: unknown };
      return {
        kind: 'refused',
        code: typeof code === 'string' ? code : 'invalidRequest',
        // `body.payer.contactInfo.email: is not an e-mail address; body.…`
        fields: Array.from(String(message).matchAll(/(?:^|; )body\.([\w.]+):/g), ([, place = '']) => place),
      };
    }
    case 429:
    case 503:
      return { kind: 'busy', waitMs: getWaitMs(answer.headers.get('Retry-After') ?? '') };
    default:
      return { kind: 'unreachable' };
  }
}

/** By `Retry-After`, which is in seconds or, from somebody in between, a date. */
function getWaitMs(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return ms > 0 ? ms : 0;
}
