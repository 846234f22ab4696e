import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from '../journal';
import type { Random } from '../../harness/random';

/** A final response: no broken connection, timeout, server error or 429. */
export interface LoadResponse {
  status: number;
  body: unknown;
  /** Number of attempts; an earlier one may have been processed. */
  attempts: number;
}

export interface ClientOptions {
  /** API addresses, read for each request; the next one is tried if one does not respond. */
  apiUrls: readonly string[];
  token: string;
  random: Random;
  journal: Journal;
  /** Aborts all calls. */
  signal?: AbortSignal;
}

const PATIENCE_MS = 600_000;
const SILENCE_MS = 10_000;
const END_MS = 600_000;

/** A client that repeats unanswered requests unchanged until they are answered. */
export class LoadClient {
  /** A separate stream, so that retries do not change other random numbers. */
  private readonly pauses: Random;

  constructor(private readonly options: ClientOptions) {
    this.pauses = options.random.of('pauses');
  }

  /** The same client with another bearer token. */
  as(token: string): LoadClient {
    return new LoadClient({ ...this.options, token });
  }

  get(path: string): Promise<LoadResponse> {
    return this.insist('GET', path);
  }

  /** @param body JSON, or the text of a file */
  async post(path: string, body: object | string): Promise<LoadResponse> {
    const answer = await this.insist('POST', path, body);
    this.options.journal.operations += 1;
    return answer;
  }

  async delete(path: string): Promise<LoadResponse> {
    const answer = await this.insist('DELETE', path);
    this.options.journal.operations += 1;
    return answer;
  }

  private async insist(method: string, path: string, body?: object | string): Promise<LoadResponse> {
    const { apiUrls, random, signal } = this.options;
    const requestID = `trial-${[0, 1].map(() => random.int(0, 0xffffffff).toString(36)).join('-')}`;
    const text = typeof body === 'string' ? body : body && JSON.stringify(body);
    let last = 'nothing';
    const first = random.int(0, 0xffff);
    for (let attempts = 1, end = Date.now() + PATIENCE_MS; Date.now() < end; attempts++) {
      signal?.throwIfAborted();
      const url = `${apiUrls[(first + attempts) % apiUrls.length]}${path}`;
      const answer = await this.once(url, { method, requestID, text });
      if (answer.status > 0 && answer.status < 500 && answer.status !== 429) return { ...answer, attempts };
      last = `${answer.status} ${JSON.stringify(answer.body)}`;
      await sleep(this.pauses.int(50, 400));
    }
    throw new Error(`${method} ${path} is not answered within ${PATIENCE_MS / 1_000} s: ${last}`);
  }

  /** Status 0: no response. */
  private async once(
    url: string,
    { method, requestID, text }: { method: string; requestID: string; text: string | undefined },
  ): Promise<{ status: number; body: unknown }> {
    const headers = {
      'X-Request-ID': requestID,
      Authorization: `Bearer ${this.options.token}`,
      ...(text !== undefined && {
        'Content-Type': text.startsWith('<') ? 'application/xml' : 'application/json; charset=utf-8',
      }),
    };
    const signals = [AbortSignal.timeout(SILENCE_MS), ...(this.options.signal ? [this.options.signal] : [])];
    try {
      const answer = await fetch(url, { method, headers, body: text ?? null, signal: AbortSignal.any(signals) });
      const said = await answer.text();
      return { status: answer.status, body: parsed(said) };
    } catch (error) {
      return { status: 0, body: (error as Error).message };
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text === '' ? undefined : text;
  }
}

/** Fails unless the response has this status. */
export function expectStatus({ status, body }: LoadResponse, what: string, ...wanted: number[]): void {
  if (!wanted.includes(status)) throw new Error(`${what} answers ${status} ${JSON.stringify(body)}`);
}

export function formatText(body: unknown, ...path: string[]): string {
  let value = body;
  for (const name of path) value = (value as Record<string, unknown> | undefined)?.[name];
  if (typeof value !== 'string') throw new Error(`no ${path.join('.')} in ${JSON.stringify(body)}`);
  return value;
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'cancelled', 'Failed']);

/** An entity has failed that was to end otherwise. */
export class EndedOtherwise extends Error {
  override readonly name = 'EndedOtherwise';
}

/** A charge of a stored token has failed; no account but the issuer's can take it. */
export class TokenRefused extends EndedOtherwise {}

/** Polls until the entity at this path has one of these statuses. @throws EndedOtherwise if it fails instead */
export async function until(
  client: LoadClient,
  path: string,
  statuses: readonly string[],
  field = 'status',
): Promise<string> {
  let status = '';
  for (let end = Date.now() + END_MS; Date.now() < end; await sleep(250)) {
    const answer = await client.get(path);
    expectStatus(answer, path, 200);
    status = formatText(answer.body, field);
    if (statuses.includes(status)) return status;
    if (FAILED.has(status)) throw new EndedOtherwise(`${path} is ${status} and not ${statuses.join(' or ')}`);
  }
  throw new Error(`${path} is ${status} and not ${statuses.join(' or ')} within ${END_MS / 1_000} s`);
}
