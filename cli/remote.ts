import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Store } from '../store/store';
import { withStore, withStoreAs } from './with-store';

/** How often a platform that has too much to do is asked again. */
const MAX_TRIES = 5;
const TIMEOUT_MS = 60_000;

/** What a command asks of a platform that runs elsewhere. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/operators/v1`. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: object;
}

const throughHttp = new WeakSet<Command>();

/** Says of a command that it knows the way over HTTP, too. */
export function withRemoteOption(command: Command): Command {
  throughHttp.add(command);
  return command;
}

/** Where the platform is whose record this machine does not have; undefined where it does. */
export function getOperatorsUrl(command: Command): string | undefined {
  const { url } = command.optsWithGlobals<{ url?: string }>();
  return url === undefined || url === '' ? undefined : url;
}

/** A command that only knows the record of this machine must not be taken for one about another. @throws Error */
export function assertRemoteConfigured(command: Command): void {
  if (getOperatorsUrl(command) === undefined || throughHttp.has(command)) return;
  throw new Error(
    'this command works on the record itself: run it where the platform runs, without --url and HOLDFAST_URL',
  );
}

/**
 * Does a command where it is asked to: over HTTP, or with the record of this machine, to which `operation` is a change. The answer to
 * a change says whether it changed anything.
 */
export async function runAt<Answer extends object>(
  command: Command,
  { call, operation, here }: { call: Call; operation?: string; here: (store: Store) => Promise<Answer> },
): Promise<Answer & { isChanged?: boolean }> {
  const url = getOperatorsUrl(command);
  if (url !== undefined) return callOperatorsApi<Answer>(url, call);
  if (operation === undefined) return withStore(here);
  return withStoreAs(operation, async (store) => ({ ...(await here(store)), isChanged: store.origin.isNoted }));
}

/** Asks the operators' API with the key of the environment. @throws Error in the API's words */
export async function callOperatorsApi<Answer>(url: string, call: Call): Promise<Answer> {
  const { response, origin } = await answered(url, call);
  return readAnswer<Answer>(response, origin);
}

/** The same for what answers with a file. @throws Error in the API's words */
export async function fileOfOperators(url: string, call: Call): Promise<ReadableStream<Uint8Array>> {
  const { response, origin } = await answered(url, call);
  if (!response.ok || !response.body) await readAnswer(response, origin);
  return response.body ?? new Blob([]).stream();
}

async function answered(
  url: string,
  { method, path, query = {}, body }: Call,
): Promise<{ response: Response; origin: string }> {
  const key = process.env['HOLDFAST_OPERATOR_KEY'];
  if (!key) throw new Error("HOLDFAST_OPERATOR_KEY is not set: make an operator's key with `operator-key create`");
  const address = buildUrl(url, path, query);
  for (let tries = 1; ; tries++) {
    const response = await asked(address, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'X-Request-ID': requestID(), 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    if ((response.status === 429 || response.status === 503) && tries < MAX_TRIES) {
      await response.arrayBuffer();
      await sleep(1_000 * Math.min(10, Number(response.headers.get('Retry-After')) || 1));
      continue;
    }
    return { response, origin: address.origin };
  }
}

/** @throws Error that says who does not answer: what Node says of it is `fetch failed` */
async function asked(address: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const why = name === 'TimeoutError' ? `within ${TIMEOUT_MS / 1_000} s` : `(${cause?.code ?? name})`;
    throw new Error(`${address.origin} does not answer ${why}: is the platform running there?`);
  }
}

function buildUrl(url: string, path: string, query: NonNullable<Call['query']>): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Error(`${url} is no http(s) address`);
  const address = new URL(`${url.replace(/\/+$/, '')}/operators/v1/${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

function requestID(): string {
  return `shell-${crypto.randomUUID().slice(0, 23)}`;
}

async function readAnswer<Answer>(response: Response, origin: string): Promise<Answer> {
  const text = await response.text();
  const body = parsed(text) as { code?: string; message?: string } | undefined;
  if (response.ok && body !== undefined) return body as Answer;
  if (response.status === 401) throw new Error(`${origin} does not take the key in HOLDFAST_OPERATOR_KEY`);
  if (response.ok || !body?.message) throw new Error(`${origin} answers ${response.status}: is it a Holdfast API?`);
  throw new Error(`${body.code}: ${body.message}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
