import { getOperationUrl } from './addresses';
import { sendRequest } from './ask';
import { takeEarlyResponse } from './early';
import { waitForNetwork, wait } from './pause';

/** Why a call failed. Only the code and the field names are kept: server texts are not meant for payers. */
export type Failure =
  /** No response, or one that is not the platform's: network failure or defect. */
  | { kind: 'unreachable' }
  /** The platform is overloaded and asks for a retry after `waitMs`; 0 when it gives no time. */
  | { kind: 'busy'; waitMs: number }
  | { kind: 'unauthorised' }
  | { kind: 'absent' }
  /** Another request used the external id: what was requested has already begun. */
  | { kind: 'repeated' }
  | { kind: 'refused'; code: string; fields: readonly string[] };

export class CallFailed extends Error {
  override readonly name = 'CallFailed';

  constructor(readonly failure: Failure) {
    super(failure.kind);
  }
}

export interface ApiCall {
  token?: string;
  body?: object;
  /** How many times the call is tried; each body that creates something has an external id. */
  attempts?: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** Longer than the platform's own request timeout. */
const TIMEOUT_MS = 35_000;
const PAUSES_MS = [400, 1_200, 3_000];
/** Longer waits fail the call at once. The platform's own limits reset within a minute. */
const MAX_WAIT_MS = 60_000;

export interface Trouble {
  failedInARow: number;
  isBusy: boolean;
}

export type ApiClient = ReturnType<typeof createClient>;

export function createClient(apiUrl: string, onTrouble: (trouble: Trouble) => void = () => undefined) {
  let failedInARow = 0;
  const note = (failure?: Failure) => {
    failedInARow = failure && isRetryable(failure) ? failedInARow + 1 : 0;
    onTrouble({ failedInARow, isBusy: failure?.kind === 'busy' });
  };
  return async function call<Answer>(path: string, given: ApiCall = {}): Promise<Answer> {
    const { attempts = 4 } = given;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await callOnce<Answer>(getOperationUrl(apiUrl, path), given);
        note();
        return answer;
      } catch (error) {
        const failed = error instanceof CallFailed ? error : new CallFailed({ kind: 'unreachable' });
        const { failure } = failed;
        note(failure);
        if (!isRetryable(failure) || attempt >= attempts) throw failed;
        await waitBeforeRetry(failure, PAUSES_MS[Math.min(attempt, PAUSES_MS.length) - 1] ?? 0);
      }
    }
  };
}

function isRetryable(failure: Failure): boolean {
  return failure.kind === 'unreachable' || (failure.kind === 'busy' && failure.waitMs <= MAX_WAIT_MS);
}

function waitBeforeRetry(failure: Failure, pauseMs: number): Promise<void> {
  return failure.kind === 'busy' ? wait(Math.max(pauseMs, failure.waitMs)) : waitForNetwork(pauseMs);
}

async function callOnce<Answer>(
  url: string,
  { token, body, signal, timeoutMs = TIMEOUT_MS }: ApiCall,
): Promise<Answer> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  const timer = setTimeout(stop, timeoutMs);
  signal?.addEventListener('abort', stop);
  try {
    const early = body ? undefined : takeEarlyResponse(url);
    const answer = await (early
      ? untilAborted(early, limit.signal)
      : sendRequest(url, { token, body, signal: limit.signal }));
    if (answer.status === 202) return undefined as Answer;
    if (answer.ok) return await untilAborted(answer.json() as Promise<Answer>, limit.signal);
    throw new CallFailed(await untilAborted(readFailure(answer), limit.signal));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Limits the wait for a response (or its body) that was requested early, without a timeout. */
function untilAborted<Part>(answer: Promise<Part>, signal: AbortSignal): Promise<Part> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timed out')));
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

/** Parses `Retry-After`: seconds or, from a proxy, a date. */
function getWaitMs(retryAfter: string): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return ms > 0 ? ms : 0;
}
