import { Refusal } from '../../domain/platform/errors/refusal';
import { listRequestLimits, type RequestLimit } from '../../store/merchants/request-limit/request-limit';
import type { KeyUse } from '../../store/merchants/api-key/api-key.use';
import type { Store } from '../../store/store';
import { getNetwork } from './client-address';
import type { Caller, OperatorCaller } from './context';
import { createCounter, toSeconds, type GetAddress } from './failed-auth-limiter';

/** Rate limits of this process, named as the settings. */
export interface RequestRates {
  KEY_REQUESTS_PER_SECOND: number;
  TOKEN_REQUESTS_PER_SECOND: number;
  WRONG_KEYS_PER_MINUTE: number;
}

const KEY_WINDOW_SECONDS = 1;
/** A payment page sends bursts of requests when it opens and when it pays. */
const TOKEN_WINDOW_SECONDS = 10;
/** How long the limits of parties are cached. */
const FRESH_MS = 5_000;

/**
 * Limits the rate of each key and token in memory (decision 54). Limits of single parties are refreshed in the background;
 * if that fails, the last known ones apply.
 */
export class RequestLimits {
  private readonly perKey = createCounter(KEY_WINDOW_SECONDS);
  private readonly perToken = createCounter(TOKEN_WINDOW_SECONDS);
  private parties: ReadonlyMap<string, RequestLimit> = new Map();
  private freshUntil = -Infinity;

  constructor(
    private readonly store: Store,
    readonly rates: RequestRates,
    private readonly keyUse: KeyUse,
  ) {}

  /** @throws Refusal tooManyRequests */
  async checkRateLimit(caller: Caller | OperatorCaller | undefined, getAddress: GetAddress): Promise<void> {
    if (performance.now() > this.freshUntil) this.refresh();
    if (caller?.kind === 'accessToken') return this.checkToken(caller, getAddress);
    const isKey = caller?.kind === 'apiKey';
    const limit = (isKey && this.parties.get(caller.partyID)?.perKey) || this.rates.KEY_REQUESTS_PER_SECOND;
    const name = isKey ? caller.keyID : `address ${getNetwork(getAddress())}`;
    const { consumedPoints, msBeforeNext } = await this.perKey.consume(name);
    if (consumedPoints <= limit) return;
    if (isKey) this.keyUse.record(caller.keyID, 'limited');
    throw tooMany(limit, msBeforeNext);
  }

  /** All visitors of a page share the token of its template, so it is counted per address. */
  private async checkToken(caller: Caller & { kind: 'accessToken' }, getAddress: GetAddress): Promise<void> {
    const { kind, id } = caller.scope;
    const limit = this.parties.get(caller.partyID)?.perToken ?? this.rates.TOKEN_REQUESTS_PER_SECOND;
    const name = kind === 'invoiceTemplate' ? `${kind} ${id} ${getNetwork(getAddress())}` : `${kind} ${id}`;
    return this.checkOpen(name, limit);
  }

  /** Counts requests without a caller: those for a file, from an address or of a connector account. @throws Refusal tooManyRequests */
  async checkOpen(name: string, perSecond = this.rates.TOKEN_REQUESTS_PER_SECOND): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.perToken.consume(name);
    if (consumedPoints > perSecond * TOKEN_WINDOW_SECONDS) throw tooMany(perSecond, msBeforeNext);
  }

  private refresh(): void {
    this.freshUntil = performance.now() + FRESH_MS;
    listRequestLimits(this.store).then(
      (limits) => (this.parties = new Map(limits.map((limit) => [limit.partyID, limit]))),
      () => undefined,
    );
  }
}

function tooMany(limit: number, waitMs: number): Refusal {
  const words = `at most ${limit} requests a second are answered, come again later`;
  return new Refusal('tooManyRequests', words, { retryAfterSeconds: toSeconds(waitMs) });
}
