import { Refusal } from '../../domain/errors/refusal';
import { listRequestLimits, type RequestLimit } from '../../store/request-limit/request-limit';
import type { KeyUse } from '../../store/api-key/api-key.use';
import type { Store } from '../../store/store';
import { getNetwork } from './client-address';
import type { Caller, Operator } from './context';
import { counter, inSeconds, type AddressOf } from './failed-auth-limiter';

/** How much callers may ask of this process; named as the settings are. */
export interface RequestRates {
  KEY_REQUESTS_PER_SECOND: number;
  TOKEN_REQUESTS_PER_SECOND: number;
  WRONG_KEYS_PER_MINUTE: number;
}

const KEY_WINDOW_SECONDS = 1;
/** A payer's page asks in bursts, when it opens and when it pays. */
const TOKEN_WINDOW_SECONDS = 10;
/** How long the limits of parties are taken for good. */
const FRESH_MS = 5_000;

/**
 * How much each key and each token may ask of this process: counted in memory, so that the request waits for nobody (decision 54).
 * What parties have of their own is read beside the requests; where it cannot be read, the last known holds.
 */
export class RequestLimits {
  private readonly ofKeys = counter(KEY_WINDOW_SECONDS);
  private readonly ofTokens = counter(TOKEN_WINDOW_SECONDS);
  private parties: ReadonlyMap<string, RequestLimit> = new Map();
  private freshUntil = -Infinity;

  constructor(
    private readonly store: Store,
    private readonly rates: RequestRates,
    private readonly keyUse: KeyUse,
  ) {}

  /** @throws Refusal tooManyRequests */
  async checkRateLimit(caller: Caller | Operator | undefined, addressOf: AddressOf): Promise<void> {
    if (performance.now() > this.freshUntil) this.read();
    if (caller?.kind === 'accessToken') return this.assertToken(caller, addressOf);
    const isKey = caller?.kind === 'apiKey';
    const limit = (isKey && this.parties.get(caller.partyID)?.perKey) || this.rates.KEY_REQUESTS_PER_SECOND;
    const name = isKey ? caller.keyID : `address ${getNetwork(addressOf())}`;
    const { consumedPoints, msBeforeNext } = await this.ofKeys.consume(name);
    if (consumedPoints <= limit) return;
    if (isKey) this.keyUse.record(caller.keyID, 'limited');
    throw tooMany(limit, msBeforeNext);
  }

  /** A template's token stands in a shop's page and is the same for all its visitors: each address counts for itself, of IPv6 each network. */
  private async assertToken(caller: Caller & { kind: 'accessToken' }, addressOf: AddressOf): Promise<void> {
    const { kind, id } = caller.scope;
    const limit = this.parties.get(caller.partyID)?.perToken ?? this.rates.TOKEN_REQUESTS_PER_SECOND;
    const name = kind === 'invoiceTemplate' ? `${kind} ${id} ${getNetwork(addressOf())}` : `${kind} ${id}`;
    const { consumedPoints, msBeforeNext } = await this.ofTokens.consume(name);
    if (consumedPoints > limit * TOKEN_WINDOW_SECONDS) throw tooMany(limit, msBeforeNext);
  }

  private read(): void {
    this.freshUntil = performance.now() + FRESH_MS;
    listRequestLimits(this.store).then(
      (limits) => (this.parties = new Map(limits.map((limit) => [limit.partyID, limit]))),
      () => undefined,
    );
  }
}

function tooMany(limit: number, waitMs: number): Refusal {
  const words = `at most ${limit} requests a second are answered, come again later`;
  return new Refusal('tooManyRequests', words, { retryAfterSeconds: inSeconds(waitMs) });
}
