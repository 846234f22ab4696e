import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Command } from 'commander';
import { getBearer } from './bearer';
import { normaliseUrl, readCredentials, readLocalStart } from './credentials';
import { operatorName } from './with-store';

/** Attempts of a request to an overloaded API. */
const MAX_TRIES = 5;
const TIMEOUT_MS = 60_000;

/** A request to a remote platform. */
export interface RemoteCall {
  /** Default: GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/operators/v1`. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: object;
  /** Instead of `body`. */
  bytes?: Uint8Array;
  headers?: Record<string, string>;
  /** Default: the stored one of the platform; null: none. */
  bearer?: string | null;
}

const remoteCommands = new WeakSet<Command>();

/** Marks a command as available over HTTP. */
export function withRemoteOption(command: Command): Command {
  remoteCommands.add(command);
  return command;
}

/**
 * The address of the platform: `--url`, HOLDFAST_URL, the last `holdfast login`, or the local start.
 * @throws Error if there is none
 */
export function getOperatorsUrl(command: Command): string {
  const url = getGivenUrl(command) ?? readCredentials().current ?? readLocalStart()?.url;
  if (url === undefined) {
    throw new Error('which platform? Run `npm start`, `holdfast login --url URL`, or set HOLDFAST_URL');
  }
  return normaliseUrl(url);
}

function getGivenUrl(command: Command): string | undefined {
  const { url } = command.optsWithGlobals<{ url?: string }>();
  return url === undefined || url === '' ? undefined : url;
}

/** Commands that need the database refuse --url and say as whom they run. @throws Error */
export function announceLocalCommand(command: Command): void {
  if (!remoteCommands.has(command)) announceLocal(command);
}

/** @throws Error for a command that is given an address */
export function announceLocal(command: Command): void {
  if (getGivenUrl(command) !== undefined) {
    throw new Error('this command needs the database: run it where the platform runs, without --url and HOLDFAST_URL');
  }
  process.stderr.write(`on the database, as ${operatorName()}\n`);
}

/** Calls the operators' API at the address of a command. @throws Error with the API's message */
export async function callOperatorsApi<Answer>(command: Command, call: RemoteCall): Promise<Answer> {
  return readAnswer<Answer>(await send(getOperatorsUrl(command), call));
}

/** Downloads a file from the operators' API. @throws Error with the API's message */
export async function downloadFromOperatorsApi(command: Command, call: RemoteCall): Promise<ReadableStream> {
  const response = await send(getOperatorsUrl(command), call);
  if (!response.ok || !response.body) await readAnswer(response);
  return response.body ?? new Blob([]).stream();
}

async function send(
  url: string,
  { method = 'GET', path, query = {}, body, bytes, headers = {}, bearer: given }: RemoteCall,
): Promise<Response> {
  const bearer = given === undefined ? await getBearer(url) : given;
  const address = buildUrl(url, path, query);
  for (let tries = 1; ; tries++) {
    const response = await fetchResponse(address, {
      method,
      headers: {
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        'X-Request-ID': `shell-${crypto.randomUUID().slice(0, 23)}`,
        'Content-Type': bytes ? 'application/octet-stream' : 'application/json',
        ...headers,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: bytes ?? JSON.stringify(body ?? {}) }),
    });
    if ((response.status !== 429 && response.status !== 503) || tries === MAX_TRIES) return response;
    await response.arrayBuffer();
    await sleep(1_000 * Math.min(10, Number(response.headers.get('Retry-After')) || 1));
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
  const address = new URL(`${normaliseUrl(url)}/operators/v1/${path}`);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, value);
  return address;
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  const body = (await response.json().catch(() => undefined)) as { code?: string; message?: string } | undefined;
  if (response.ok && body !== undefined) return body as Answer;
  const { origin } = new URL(response.url);
  if (response.status === 401) throw new Error(`${origin} rejects the key or token: see \`holdfast whoami\``);
  if (response.ok || !body?.message) throw new Error(`${origin} answers ${response.status}: is it a Holdfast API?`);
  throw new Error(`${body.code}: ${body.message}`);
}
