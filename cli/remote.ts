import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Store } from '../store/store';
import { withStore, withStoreAs } from './with-store';

/** Attempts of a request to an overloaded API. */
const MAX_TRIES = 5;
const TIMEOUT_MS = 60_000;

/** A request to a remote platform. */
export interface RemoteCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/operators/v1`. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: object;
}

const remoteCommands = new WeakSet<Command>();

/** Marks a command as available over HTTP. */
export function withRemoteOption(command: Command): Command {
  remoteCommands.add(command);
  return command;
}

/** Returns the address of a remote platform; undefined for the local database. */
export function getOperatorsUrl(command: Command): string | undefined {
  const { url } = command.optsWithGlobals<{ url?: string }>();
  return url === undefined || url === '' ? undefined : url;
}

/** Refuses --url for commands that need the local database. @throws Error */
export function assertRemoteConfigured(command: Command): void {
  if (getOperatorsUrl(command) === undefined || remoteCommands.has(command)) return;
  throw new Error('this command needs the database: run it where the platform runs, without --url and HOLDFAST_URL');
}

/**
 * Runs a command over HTTP or on the local database. `operation` names a change in the audit log; the result of a change
 * says whether anything changed.
 */
export async function runAt<Answer extends object>(
  command: Command,
  { call, operation, here }: { call: RemoteCall; operation?: string; here: (store: Store) => Promise<Answer> },
): Promise<Answer & { isChanged?: boolean }> {
  const url = getOperatorsUrl(command);
  if (url !== undefined) return callOperatorsApi<Answer>(url, call);
  if (operation === undefined) return withStore(here);
  return withStoreAs(operation, async (store) => ({ ...(await here(store)), isChanged: store.origin.isNoted }));
}

/** Calls the operators' API with the key of the environment. @throws Error with the API's message */
export async function callOperatorsApi<Answer>(url: string, call: RemoteCall): Promise<Answer> {
  const { response, origin } = await send(url, call);
  return readAnswer<Answer>(response, origin);
}

/** Downloads a file from the operators' API. @throws Error with the API's message */
export async function downloadFromOperatorsApi(url: string, call: RemoteCall): Promise<ReadableStream<Uint8Array>> {
  const { response, origin } = await send(url, call);
  if (!response.ok || !response.body) await readAnswer(response, origin);
  return response.body ?? new Blob([]).stream();
}

async function send(
  url: string,
  { method, path, query = {}, body }: RemoteCall,
): Promise<{ response: Response; origin: string }> {
  const key = process.env['HOLDFAST_OPERATOR_KEY'];
  if (!key) throw new Error('HOLDFAST_OPERATOR_KEY is not set: create a key with `operator-key create`');
  const address = buildUrl(url, path, query);
  for (let tries = 1; ; tries++) {
    const response = await fetchResponse(address, {
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

/** @throws Error that names the unavailable address: Node only reports `fetch failed` */
async function fetchResponse(address: URL, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const why = name === 'TimeoutError' ? `within ${TIMEOUT_MS / 1_000} s` : `(${cause?.code ?? name})`;
    throw new Error(`${address.origin} does not answer ${why}: is the platform running there?`);
  }
}

function buildUrl(url: string, path: string, query: NonNullable<RemoteCall['query']>): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`${url} is not an http(s) address`);
  const address = new URL(`${url.replace(/\/+$/, '')}/operators/v1/${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

function requestID(): string {
  return `shell-${crypto.randomUUID().slice(0, 23)}`;
}

async function readAnswer<Answer>(response: Response, origin: string): Promise<Answer> {
  const text = await response.text();
  const body = parseJson(text) as { code?: string; message?: string } | undefined;
  if (response.ok && body !== undefined) return body as Answer;
  if (response.status === 401) throw new Error(`${origin} rejects the key in HOLDFAST_OPERATOR_KEY`);
  if (response.ok || !body?.message) throw new Error(`${origin} answers ${response.status}: is it a Holdfast API?`);
  throw new Error(`${body.code}: ${body.message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
