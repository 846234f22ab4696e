import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { ROLES, type Role } from '../domain/operators/operator/roles';
import { readGroups } from './openid-groups';

/** The settings `OIDC_…`. */
export interface OpenIdSettings {
  OIDC_ISSUER?: string | undefined;
  OIDC_AUDIENCE: string;
  OIDC_GROUPS_CLAIM: string;
  /** `GROUP=ROLE`. */
  OIDC_ROLES: readonly string[];
}

/** The person of a valid access token. */
export interface TokenIdentity {
  issuer: string;
  subject: string;
  /** In lower case; undefined unless the provider has verified it. */
  email: string | undefined;
  name: string | undefined;
  roles: readonly Role[];
  issuedAt: Date;
}

/** The provider does not answer, so the token can neither be accepted nor rejected. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** Asymmetric ones only: neither `none` nor a secret shared with a client. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const CLOCK_TOLERANCE_SECONDS = 60;
const TIMEOUT_MS = 5_000;
/** Unknown key ids make the keys be fetched again, at most this often. */
const COOLDOWN_MS = 2_000;
/** A key that the provider has removed is accepted no longer than this. */
const MAX_KEY_AGE_MS = 10 * 60_000;
const MAX_TOKEN_LENGTH = 16_384;
const MAX_NAME_LENGTH = 100;

/** Verifies access tokens of an OpenID Connect provider with its published keys, which are cached. */
export class OpenIdVerifier {
  private keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(private readonly settings: OpenIdSettings & { OIDC_ISSUER: string }) {}

  /** @returns undefined for an invalid token @throws ProviderUnavailable */
  async verify(token: string): Promise<TokenIdentity | undefined> {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience } = this.settings;
    try {
      const { payload } = await jwtVerify(token, (header, jws) => this.findKey(header, jws), {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return this.readIdentity(payload);
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  private async findKey(...of: Parameters<JWTVerifyGetKey>): Promise<Awaited<ReturnType<JWTVerifyGetKey>>> {
    const getKey = await this.getKeys();
    try {
      return await getKey(...of);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      throw new ProviderUnavailable(this.settings.OIDC_ISSUER);
    }
  }

  private async getKeys(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.discover();
    try {
      return await this.keys;
    } catch (error) {
      this.keys = undefined;
      throw error;
    }
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const { keysUrl } = await readProviderMetadata(this.settings.OIDC_ISSUER);
    return createRemoteJWKSet(keysUrl, {
      cooldownDuration: COOLDOWN_MS,
      cacheMaxAge: MAX_KEY_AGE_MS,
      timeoutDuration: TIMEOUT_MS,
    });
  }

  private readIdentity(payload: JWTPayload): TokenIdentity | undefined {
    const { iss, sub, iat, email, email_verified: isVerified, name } = payload;
    if (!iss || !sub || iat === undefined) return undefined;
    return {
      issuer: iss,
      subject: sub,
      email: typeof email === 'string' && email !== '' && isVerified === true ? email.toLowerCase() : undefined,
      name: typeof name === 'string' && name.trim() !== '' ? name.slice(0, MAX_NAME_LENGTH) : undefined,
      roles: this.getRoles(readGroups(payload, this.settings.OIDC_GROUPS_CLAIM)),
      issuedAt: new Date(iat * 1_000),
    };
  }

  private getRoles(groups: readonly string[]): Role[] {
    const named = this.settings.OIDC_ROLES.map((entry) => entry.split('='));
    const roles = new Set(named.filter(([group]) => groups.includes(group ?? '')).map(([, role = '']) => role));
    return ROLES.filter((role) => roles.has(role));
  }
}

/** Reads what the provider publishes about itself. @throws ProviderUnavailable */
export async function readProviderMetadata(issuer: string): Promise<{ keysUrl: URL; claims: unknown }> {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const metadata = await fetchJson(address);
  if (metadata['issuer'] !== issuer) throw new ProviderUnavailable(`${address} names another issuer`);
  const keys = metadata['jwks_uri'];
  if (typeof keys !== 'string' || !URL.canParse(keys)) throw new ProviderUnavailable(`${address} names no jwks_uri`);
  return { keysUrl: new URL(keys), claims: metadata['claims_supported'] };
}

async function fetchJson(address: string): Promise<Record<string, unknown>> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!answer.ok) throw new Error(`answers ${answer.status}`);
    return (await answer.json()) as Record<string, unknown>;
  } catch (error) {
    throw new ProviderUnavailable(`${address}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** False where the key set cannot be read: jose then throws its general error, a timeout or the error of `fetch`. */
function isAboutToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout) return false;
  return error.code !== errors.JOSEError.code;
}
