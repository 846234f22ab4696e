import { randomBytes } from 'node:crypto';
import { untilAnswered } from './answered';
import { ARRIVAL_TIMEOUT_MS } from './timeouts';
import { noteCards } from './used-cards';
import { contradictions, SpecificationContradicted } from './specifications';

export type HttpAnswer<Body> = { status: number; headers: Headers; body: Body };

export type RequestOptions = {
  /** `undefined` removes a default header. */
  headers?: Readonly<Record<string, string | undefined>>;
};

export type HttpClient = {
  /** The same client with another bearer; `undefined` sends none. */
  as(token: string | undefined): HttpClient;
  get<Body = any>(path: string, options?: RequestOptions): Promise<HttpAnswer<Body>>;
  post<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpAnswer<Body>>;
  put<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpAnswer<Body>>;
  patch<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<HttpAnswer<Body>>;
  delete<Body = any>(path: string, options?: RequestOptions): Promise<HttpAnswer<Body>>;
};

/**
 * A client that sends X-Request-ID and the bearer, and fails on a response that contradicts the specification. Strings
 * and Buffers are sent unchanged, other bodies as JSON.
 */
export function httpClient(input: { baseUrl: string; token?: string | undefined }): HttpClient {
  const call =
    (method: string) =>
    <Body>(path: string, body?: unknown, options?: RequestOptions) =>
      send<Body>({ ...input, method, path, body, headers: options?.headers ?? {} });
  const [get, remove] = [call('GET'), call('DELETE')];
  return {
    as: (token) => httpClient({ baseUrl: input.baseUrl, token }),
    get: (path, options) => get(path, undefined, options),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: (path, options) => remove(path, undefined, options),
  };
}

type Sending = {
  baseUrl: string;
  token?: string | undefined;
  method: string;
  path: string;
  body: unknown;
  headers: Readonly<Record<string, string | undefined>>;
};

async function send<Body>(input: Sending): Promise<HttpAnswer<Body>> {
  const { method, path } = input;
  const isRaw = typeof input.body === 'string' || Buffer.isBuffer(input.body);
  const body =
    input.body === undefined ? null : isRaw ? (input.body as string | Buffer<ArrayBuffer>) : JSON.stringify(input.body);
  if (body !== null) noteCards(body.toString());
  const answer = await fetch(input.baseUrl + path, { method, headers: getHeaders(input, body !== null), body });
  const text = await answer.text();
  const parsed = parse(text);
  const contentType = answer.headers.get('content-type') ?? undefined;
  const problems = contradictions({ method, path, status: answer.status, contentType, body: parsed });
  if (problems.length > 0) {
    throw new SpecificationContradicted(`${problems.join('\n')}\n${text.slice(0, 2_000)}`);
  }
  return { status: answer.status, headers: answer.headers, body: parsed as Body };
}

function getHeaders({ token, headers }: Sending, hasBody: boolean): Record<string, string> {
  const standard = {
    'X-Request-ID': randomBytes(8).toString('hex'),
    Authorization: token === undefined ? undefined : `Bearer ${token}`,
    'Content-Type': hasBody ? 'application/json; charset=utf-8' : undefined,
  };
  const merged = Object.entries({ ...standard, ...headers });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Polls until a response body matches; fails with the last one. */
export async function untilBody<Body = any>(
  ask: () => Promise<HttpAnswer<Body>>,
  isEnough: (body: Body) => boolean,
  limitMs = ARRIVAL_TIMEOUT_MS,
): Promise<Body> {
  const { body } = await untilAnswered(ask, (answer) => isEnough(answer.body), { limitMs, pauseMs: 50 });
  if (!isEnough(body)) throw new Error(`still ${JSON.stringify(body)}`);
  return body;
}

/** Polls an entity until it has the status. @returns the entity */
export function untilStatus(client: HttpClient, path: string, wanted: string, limitMs?: number): Promise<any> {
  return untilBody(
    () => client.get(path),
    ({ status }) => status === wanted,
    limitMs,
  );
}
