import { createHash } from 'node:crypto';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { UNSENT_CODES } from './unsent-codes';
import type {
  AccountRegistration,
  VaultAuditVerification,
  CardMask,
  ForwardRequest,
  ForwardResponse,
  KeepCardRequest,
  LaterDeletion,
  RotationProgress,
  StoreCardRequest,
  StoredCard,
  StoredToken,
  StoreTokenRequest,
  VaultErrorBody,
  VaultErrorCode,
  VaultStatus,
} from './vault.types';

export interface VaultClientOptions {
  url: string;
  /** Read again for each connection if it is a function. */
  tls: ClientTls | (() => ClientTls);
  connections?: number;
  /** Of every call but `forward`. */
  timeoutMs?: number | undefined;
}

/** PEM: the authority of the vault's certificates, and the certificate of this process. */
interface ClientTls {
  ca: string;
  cert: string;
  key: string;
}

/** The vault does not answer, is locked or is stopping. The operation had no effect at an acquirer: it may be repeated. */
export class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable';

  constructor(message: string, options?: { cause: unknown }) {
    super(message, options);
  }
}

/** The vault refuses a request; `noAnswer` is the only code after which an acquirer may have acted. */
export class VaultRefusal extends Error {
  override readonly name = 'VaultRefusal';

  constructor(
    readonly code: VaultErrorCode,
    message: string,
    readonly place?: string,
  ) {
    super(message);
  }
}

/** Above the concurrent operations of a worker: a silent acquirer must not use up the connections of others. */
const MAX_CONNECTIONS = 512;
const CONNECT_TIMEOUT_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** How long after the acquirer's timeout the vault may say that there was no response. */
const FORWARD_GRACE_MS = 200;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** A client of the vault with keep-alive connections and mutual TLS. */
export class VaultClient {
  private readonly agent: Agent;

  constructor(private readonly options: VaultClientOptions) {
    this.agent = new Agent({
      connections: options.connections ?? MAX_CONNECTIONS,
      keepAliveTimeout: 30_000,
      connect: connector(options.tls),
    });
  }

  /** @throws VaultUnavailable if it may be repeated, VaultRefusal */
  async storeCard(card: StoreCardRequest): Promise<StoredCard> {
    return this.call<StoredCard>({ method: 'POST', path: '/v1/cards', body: card });
  }

  /** @throws VaultRefusal `invalidRequest` of `body.token` for a token that is not valid, or was opened before */
  async storeToken(request: StoreTokenRequest): Promise<StoredToken> {
    return this.call<StoredToken>({ method: 'POST', path: '/v1/tokens', body: request });
  }

  /**
   * Sends a request to an acquirer with the card in place of the placeholders.
   * @throws VaultUnavailable or VaultRefusal `notSent` if nothing reached the acquirer, VaultRefusal `noAnswer` if that is unknown
   */
  async forward(request: ForwardRequest, signal?: AbortSignal): Promise<ForwardResponse> {
    const timeoutMs = request.timeoutMs + FORWARD_GRACE_MS;
    return this.call<ForwardResponse>({ method: 'POST', path: '/v1/forward', body: request, timeoutMs, signal });
  }

  /** @throws VaultUnavailable, VaultRefusal `cardNotFound` */
  async getCard({ cardID, partyID }: CardReference): Promise<CardMask> {
    return this.call<CardMask>({ method: 'GET', path: pathOf(cardID, partyID) });
  }

  /**
   * Destroys a card, its data key and its CVV. Succeeds for a card that is gone.
   * @returns when the vault deletes it, if the worker may not yet
   */
  async deleteCard({ cardID, partyID }: CardReference): Promise<LaterDeletion | undefined> {
    return this.call<LaterDeletion | undefined>({ method: 'DELETE', path: pathOf(cardID, partyID) });
  }

  /** Moves the end of a card. @throws VaultRefusal `cardNotFound` */
  async keepCard(request: KeepCardRequest): Promise<void> {
    await this.call<unknown>({ method: 'POST', path: '/v1/cards/keep', body: request });
  }

  /** Keeps the cards whose deletion the worker has requested early. */
  async cancelDeletions(): Promise<{ cancelled: number }> {
    return this.call({ method: 'POST', path: '/v1/deletions/cancel' });
  }

  /** Lets requests with cards use an account. The vault gets digests of its credentials. Idempotent. */
  async registerAccount(account: string, { credentials, fixed = {}, ...access }: RegisteredAccess): Promise<void> {
    const digests = credentials.map((value) => createHash('sha256').update(value).digest('hex'));
    const body: AccountRegistration = { ...access, fixed, credentials: digests };
    await this.call<unknown>({ method: 'PUT', path: accountPath(account), body });
  }

  async removeAccount(account: string): Promise<void> {
    await this.call<unknown>({ method: 'DELETE', path: accountPath(account) });
  }

  /** Destroys the CVVs of up to 1,000 cards: at the end of their authorisations. */
  async deleteCvvs(cards: readonly CardReference[]): Promise<void> {
    await this.call<unknown>({ method: 'POST', path: '/v1/cvvs/delete', body: { cards } });
  }

  async status(): Promise<VaultStatus> {
    return this.call<VaultStatus>({ method: 'GET', path: '/v1/status' });
  }

  /** Rewraps a batch of data keys under the current key-encryption key. */
  async rotate(batchSize?: number): Promise<RotationProgress> {
    const body = batchSize === undefined ? {} : { batchSize };
    return this.call<RotationProgress>({ method: 'POST', path: '/v1/rotate', body, timeoutMs: 30_000 });
  }

  async verifyAudit(): Promise<VaultAuditVerification> {
    return this.call<VaultAuditVerification>({ method: 'GET', path: '/v1/audit', timeoutMs: 60_000 });
  }

  /** Gives one custodian's share of the key. */
  async unlock(share: string): Promise<VaultStatus> {
    return this.call<VaultStatus>({ method: 'POST', path: '/v1/unlock', body: { share } });
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  private async call<Answer>(call: Call): Promise<Answer> {
    const { status, text } = await this.send(call);
    if (status === 204) return undefined as Answer;
    const content = parse(text);
    if (status >= 200 && status < 300) return content as Answer;
    const { code = 'unavailable', message = 'the vault answered with an error', place } = content as VaultErrorBody;
    if (status === 503 || (status >= 500 && code !== 'notSent' && code !== 'noAnswer'))
      throw new VaultUnavailable(message);
    throw new VaultRefusal(code, message, place);
  }

  private async send({
    method,
    path,
    body,
    timeoutMs = this.options.timeoutMs ?? TIMEOUT_MS,
    signal,
  }: Call): Promise<{ status: number; text: string }> {
    // One controller, which is cheaper than a signal of a time combined with another.
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, timeoutMs);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    const request: Dispatcher.RequestOptions = {
      origin: this.options.url,
      method,
      path,
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: controller.signal,
      ...(body === undefined ? {} : { headers: JSON_TYPE, body: JSON.stringify(body) }),
    };
    try {
      const response = await this.agent.request(request);
      return { status: response.statusCode, text: await response.body.text() };
    } catch (error) {
      throw this.explain(error, path);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** A forwarded request whose connection to the vault broke may have reached the acquirer. */
  private explain(error: unknown, path: string): Error {
    const { code } = error as { code?: string };
    const isUnsent = code !== undefined && UNSENT_CODES.has(code);
    if (path === '/v1/forward' && !isUnsent) {
      return new VaultRefusal('noAnswer', 'the vault did not answer a forwarded request');
    }
    return new VaultUnavailable('the vault does not answer', { cause: error });
  }
}

/** An account with the values of the header of its credentials. */
export type RegisteredAccess = Omit<AccountRegistration, 'fixed'> & Partial<Pick<AccountRegistration, 'fixed'>>;

export interface CardReference {
  cardID: string;
  partyID: string;
}

/** Replaced certificates are used for new connections. */
function connector(tls: VaultClientOptions['tls']): buildConnector.connector {
  if (typeof tls !== 'function') return buildConnector({ ...tls, timeout: CONNECT_TIMEOUT_MS });
  let known: ClientTls | undefined;
  let connect: buildConnector.connector | undefined;
  return (options, done) => {
    const read = tls();
    if (!connect || JSON.stringify(read) !== JSON.stringify(known)) {
      connect = buildConnector({ ...read, timeout: CONNECT_TIMEOUT_MS });
      known = read;
    }
    connect(options, done);
  };
}

function accountPath(account: string): string {
  return `/v1/accounts/${encodeURIComponent(account)}`;
}

function pathOf(cardID: string, partyID: string): string {
  return `/v1/cards/${encodeURIComponent(cardID)}?partyID=${encodeURIComponent(partyID)}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}
