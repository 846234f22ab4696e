import type { components } from './operators.generated';

export type Schemas = components['schemas'];

type ErrorParameters = Partial<Pick<Schemas['OperatorError'], 'place' | 'conflict' | 'retryAfter'>>;

/** An answer other than success, with what a person may report to support. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly requestID: string | undefined;
  readonly parameters: ErrorParameters;
  /** The broken rules of a form, with their places. */
  readonly problems: readonly Schemas['ReferenceProblem'][];

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    {
      requestID,
      problems = [],
      ...parameters
    }: Partial<Pick<ApiFailure, 'requestID' | 'problems'>> & ErrorParameters = {},
  ) {
    super(message);
    this.requestID = requestID;
    this.parameters = parameters;
    this.problems = problems;
  }
}

/** A person who has not touched the page for this long is absent: requests do not prolong the session. */
const ABSENT_MS = 60_000;
const GATEWAY_STATUSES = [0, 502, 503, 504];

let csrfToken = '';
let lastInputAt = Date.now();
let events: SessionEvents = { onEnded: () => undefined, onReplaced: () => undefined };
for (const name of ['pointerdown', 'keydown']) {
  addEventListener(name, () => (lastInputAt = Date.now()), { capture: true, passive: true });
}

interface SessionEvents {
  onEnded: () => void;
  /** Another tab of the browser has begun another session. */
  onReplaced: () => void;
}

export function setSession(token: string, given: SessionEvents): void {
  [csrfToken, events] = [token, given];
}

export interface ConsoleCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
  /** Sent as it is, instead of a body. */
  file?: Blob;
  /** Instead of the browser's own. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  ifMatch?: number;
  signal?: AbortSignal | undefined;
}

/** Calls the API through the console's server. @throws ApiFailure */
export async function callApi<Answer>(path: string, call: ConsoleCall = {}): Promise<Answer> {
  return send<Answer>(`/api${path}`, call);
}

/** Calls an operation of `/operators/v1`. */
export async function callOperators<Answer>(path: string, call?: ConsoleCall): Promise<Answer> {
  return callApi<Answer>(`/operators/v1${path}`, call);
}

/** Calls an operation of `/v2`, for merchants. */
export async function callMerchants<Answer>(path: string, call?: ConsoleCall): Promise<Answer> {
  return callApi<Answer>(`/v2${path}`, call);
}

/** Calls an operation of `/wallet/v0`, for merchants. */
export async function callWallets<Answer>(path: string, call?: ConsoleCall): Promise<Answer> {
  return callApi<Answer>(`/wallet/v0${path}`, call);
}

export async function send<Answer>(
  url: string,
  { method = 'GET', body, file, ifMatch, signal, fetch: call = fetch }: ConsoleCall = {},
): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(body ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
    ...(file ? { 'Content-Type': 'application/octet-stream' } : {}),
    ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
    // Also with reads, so that the page notices a session that another tab began.
    ...(csrfToken === '' ? {} : { 'X-CSRF-Token': csrfToken }),
    ...(Date.now() - lastInputAt > ABSENT_MS ? { 'X-Background': '1' } : {}),
  };
  const response = await call(url, {
    ...{ method, headers },
    ...(file ? { body: file } : body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, 'unreachable', 'the console does not answer');
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Answer;
  const failure = toFailure(response, text);
  if (url.startsWith('/api/') && failure.code === 'missingToken') events.onReplaced();
  else if (url.startsWith('/api/') && failure.status === 401) events.onEnded();
  throw failure;
}

function toFailure(response: Response, text: string): ApiFailure {
  const requestID = response.headers.get('X-Request-ID') ?? undefined;
  try {
    const { code = '', message = '', ...parameters } = JSON.parse(text) as Partial<Schemas['OperatorError']>;
    return new ApiFailure(response.status, code, message, { requestID, ...parameters });
  } catch {
    return new ApiFailure(response.status, '', '', { requestID });
  }
}

export function isOutage(error: unknown): boolean {
  return error instanceof ApiFailure && GATEWAY_STATUSES.includes(error.status);
}

/** Builds a query without the empty fields. */
export function toQuery(fields: Readonly<Record<string, string | number | boolean | undefined | null>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}
