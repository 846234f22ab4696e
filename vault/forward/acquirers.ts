import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type InputType, type ZlibOptions } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { UNSENT_CODES } from '../client/unsent-codes';
import { EgressPolicy } from '../../runtime/egress/egress-policy';

/** The acquirer was not reached: the request certainly had no effect. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** The request may have reached the acquirer. */
export class NoAcquirerAnswer extends Error {
  override readonly name = 'NoAcquirerAnswer';
}

export class OriginNotAllowed extends Error {
  override readonly name = 'OriginNotAllowed';
}

/** Where requests with cards may go. */
export interface AllowedOrigins {
  /** `https://api.stripe.com`; `*` for the first label: `https://*-checkout-live.adyenpayments.com`. */
  origins: readonly string[];
  /** Private networks that those origins may be in, as CIDR. */
  privateNetworks: readonly string[];
}

const MAX_RESPONSE_BYTES = 1_048_576;
const MAX_CONNECTIONS = 64;
const CONNECT_TIMEOUT_MS = 5_000;

/** Failures before the request is sent. */
const NOT_SENT_CODES: ReadonlySet<string> = new Set([
  ...UNSENT_CODES,
  'ADDRESS_REFUSED',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

export interface AcquirerRequest {
  method: 'POST' | 'PUT' | 'PATCH';
  url: URL;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
}

export interface AcquirerResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends requests with cards to allowed acquirers only. */
export class Acquirers {
  private readonly policy: EgressPolicy;
  private readonly agent: Agent;
  private readonly patterns: RegExp[];

  constructor({ origins, privateNetworks }: AllowedOrigins) {
    this.policy = new EgressPolicy(privateNetworks);
    this.patterns = origins.map(toPattern);
    this.agent = new Agent({
      connections: MAX_CONNECTIONS,
      keepAliveTimeout: 30_000,
      maxResponseSize: MAX_RESPONSE_BYTES,
      connect: { timeout: CONNECT_TIMEOUT_MS, lookup: this.lookUp as LookupFunction },
    });
  }

  /** @throws OriginNotAllowed */
  assertAllowed(url: URL): void {
    const isNamed = this.patterns.some((pattern) => pattern.test(url.origin));
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    // A literal address is not looked up, so it is checked here.
    const isRefused = isIP(host) !== 0 && this.policy.refuses(host);
    if (!isNamed || isRefused || url.username !== '' || url.password !== '') {
      throw new OriginNotAllowed(`the vault may not send cards to ${url.origin}`);
    }
  }

  /** @throws NotSent, NoAcquirerAnswer */
  async send({ method, url, headers, body, timeoutMs }: AcquirerRequest): Promise<AcquirerResponse> {
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      const response = await this.agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
        signal: timeout.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return { status: response.statusCode, headers: toHeaders(response.headers), body: await readBody(response) };
    } catch (error) {
      throw explain(error);
    } finally {
      // A signal of `AbortSignal.timeout` would also be aborted after the response, which costs more than a timer.
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  /** Refuses private addresses at each connection, so that a name cannot change to one after a check. */
  private readonly lookUp = (
    host: string,
    options: object,
    done: (error: Error | null, found?: string | LookupAddress[], family?: number) => void,
  ): void => {
    lookUpName(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error);
      const allowed = found.filter(({ address }) => !this.policy.refuses(address));
      const [first] = allowed;
      if (!first) return done(Object.assign(new Error('the address is private'), { code: 'ADDRESS_REFUSED' }));
      if ('all' in options && options.all) done(null, allowed);
      else done(null, first.address, first.family);
    });
  };
}

type Decompress = (body: InputType, options: ZlibOptions) => Promise<Buffer>;

const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** A compressed body, which was not asked for, is read too: a card in it would not be found. */
async function readBody({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = String(headers['content-encoding'] ?? 'identity')
    .trim()
    .toLowerCase();
  if (encoding === 'identity' || encoding === '') return body.text();
  const bytes = await body.bytes();
  const decompress = Object.hasOwn(DECOMPRESS, encoding) ? DECOMPRESS[encoding] : undefined;
  if (!decompress) throw new NoAcquirerAnswer('the encoding of the answer is unknown');
  return (await decompress(bytes, { maxOutputLength: MAX_RESPONSE_BYTES })).toString('utf8');
}

function toPattern(origin: string): RegExp {
  const escaped = origin.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace('*', '[a-z0-9-]+');
  return new RegExp(`^${escaped}$`);
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

function explain(error: unknown): Error {
  const code = (error as { code?: string }).code ?? (error as { cause?: { code?: string } }).cause?.code;
  if (code !== undefined && NOT_SENT_CODES.has(code)) return new NotSent(`the acquirer was not reached (${code})`);
  return new NoAcquirerAnswer('the acquirer did not answer in time or in full');
}
