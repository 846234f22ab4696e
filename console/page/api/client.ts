import type { components } from './operators.generated';

export type Schemas = components['schemas'];

/** An answer other than success, with what a person may report to support. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly requestID: string | undefined,
  ) {
    super(message);
  }
}

/** A person who has not touched the page for this long is absent: requests do not prolong the session. */
const ABSENT_MS = 60_000;
const GATEWAY_STATUSES = [0, 502, 503, 504];

let csrfToken = '';
let lastInputAt = Date.now();
let onEnded: () => void = () => undefined;
for (const name of ['pointerdown', 'keydown']) {
  addEventListener(name, () => (lastInputAt = Date.now()), { capture: true, passive: true });
}

export function setSession(token: string, whenEnded: () => void): void {
  [csrfToken, onEnded] = [token, whenEnded];
}

export interface ConsoleCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
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
  { method = 'GET', body, ifMatch, signal }: ConsoleCall = {},
): Promise<Answer> {
  const headers: Record<string, string> = {
    ...(body ? { 'Content-Type': 'application/json; charset=utf-8' } : {}),
    ...(ifMatch === undefined ? {} : { 'If-Match': `"${ifMatch}"` }),
    ...(method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken }),
    ...(Date.now() - lastInputAt > ABSENT_MS ? { 'X-Background': '1' } : {}),
  };
  const response = await fetch(url, {
    ...{ method, headers, credentials: 'same-origin' },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, 'unreachable', 'the console does not answer', undefined);
  });
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Answer;
  if (response.status === 401 && url.startsWith('/api/')) onEnded();
  throw toFailure(response, text);
}

function toFailure(response: Response, text: string): ApiFailure {
  const requestID = response.headers.get('X-Request-ID') ?? undefined;
  try {
    const { code, message } = JSON.parse(text) as { code?: string; message?: string };
    return new ApiFailure(response.status, code ?? '', message ?? '', requestID);
  } catch {
    return new ApiFailure(response.status, '', '', requestID);
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
