import type { ConsoleEnvironment } from '../../runtime/environment';
import { apiBase, callApi, newRequestID } from './api-client';
import { ConsoleRefusal } from './refusal';
import type { SessionCredential } from './session';
import type { PendingSignIn } from './session-cookies';

type Tokens = Extract<SessionCredential, { accessToken: string }>;

interface ProviderSettings {
  issuer: string;
  audience: string;
  scope: string;
}

/** A token is replaced this long before it expires. */
const REFRESH_BEFORE_MS = 10_000;
const DEFAULT_LIFETIME_SECONDS = 300;
/** Requests that still carry the old cookie get the tokens of the first refresh. */
const REMEMBER_MS = 60_000;

/** The authorization code flow with PKCE at the provider that the API names. */
export class OpenIdSignIn {
  private discovered: ReturnType<OpenIdSignIn['discover']> | undefined;
  private readonly refreshes = new Map<string, Promise<Tokens>>();

  constructor(private readonly environment: ConsoleEnvironment) {}

  get isConfigured(): boolean {
    return this.environment.CONSOLE_OIDC_CLIENT_ID !== undefined;
  }

  private get redirectUri(): string {
    return `${this.environment.CONSOLE_URL.replace(/\/+$/, '')}/session/callback`;
  }

  /** @returns the address of the provider, and what must be kept until the person comes back */
  async begin(next: string): Promise<{ address: URL; pending: PendingSignIn }> {
    const { client, configuration, settings } = await this.connect();
    const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
    const resource: Record<string, string> = URL.canParse(settings.audience) ? { resource: settings.audience } : {};
    const address = client.buildAuthorizationUrl(configuration, {
      ...resource,
      ...{ scope: settings.scope, audience: settings.audience, prompt: 'consent', state, nonce },
      redirect_uri: this.redirectUri,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { address, pending: { state, nonce, verifier, next } };
  }

  /** @throws Error if the provider or the answer is wrong */
  async finish(query: string, { state, nonce, verifier }: PendingSignIn): Promise<Tokens> {
    const { client, configuration } = await this.connect();
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
    const answer = await client.authorizationCodeGrant(configuration, new URL(this.redirectUri + query), checks);
    return toTokens(answer);
  }

  /** Replaces an expiring access token. A refresh token works once, so concurrent requests share the refresh. */
  async renew(tokens: Tokens): Promise<Tokens> {
    const { refreshToken, expiresAtMs } = tokens;
    if (expiresAtMs - REFRESH_BEFORE_MS > Date.now()) return tokens;
    if (refreshToken === undefined) throw new ConsoleRefusal(401, 'sessionEnded', 'the session has ended');
    const known = this.refreshes.get(refreshToken);
    if (known) return known;
    const renewed = this.refresh(refreshToken);
    this.refreshes.set(refreshToken, renewed);
    setTimeout(() => this.refreshes.delete(refreshToken), REMEMBER_MS).unref();
    return renewed;
  }

  private async refresh(refreshToken: string): Promise<Tokens> {
    const { client, configuration } = await this.connect();
    try {
      return toTokens({
        refresh_token: refreshToken,
        ...(await client.refreshTokenGrant(configuration, refreshToken)),
      });
    } catch (error) {
      if (error instanceof client.ResponseBodyError)
        throw new ConsoleRefusal(401, 'sessionEnded', 'the session has ended');
      throw new ConsoleRefusal(503, 'providerUnavailable', 'the OpenID Connect provider does not answer', 5);
    }
  }

  /** The cookie is removed even if the provider does not answer. */
  async revoke({ refreshToken }: Tokens): Promise<void> {
    if (refreshToken === undefined) return;
    const { client, configuration } = await this.connect();
    await client.tokenRevocation(configuration, refreshToken);
  }

  private async connect() {
    this.discovered ??= this.discover();
    try {
      return await this.discovered;
    } catch (error) {
      this.discovered = undefined;
      throw error;
    }
  }

  private async discover() {
    const { CONSOLE_OIDC_CLIENT_ID: clientID = '', CONSOLE_OIDC_CLIENT_SECRET: secret } = this.environment;
    const settings = await this.readSettings();
    const client = await import('openid-client');
    const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(settings.issuer).hostname);
    const options = isLoopback ? { execute: [client.allowInsecureRequests] } : {};
    const authentication = secret === undefined ? client.None() : client.ClientSecretPost(secret);
    const issuer = new URL(settings.issuer);
    const metadata = { [client.clockTolerance]: 60 };
    const configuration = await client.discovery(issuer, clientID, metadata, authentication, options);
    return { client, configuration, settings };
  }

  private async readSettings(): Promise<ProviderSettings> {
    const headers = { 'X-Request-ID': newRequestID() };
    const answer = await callApi(`${apiBase(this.environment)}/operators/v1/sign-in`, { headers });
    if (!answer.ok) throw new ConsoleRefusal(503, 'providerUnavailable', 'the API names no OpenID Connect provider');
    return (await answer.json()) as ProviderSettings;
  }
}

function toTokens(answer: { access_token: string; refresh_token?: string; expires_in?: number | undefined }): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = answer;
  const expiresAtMs = Date.now() + (seconds ?? DEFAULT_LIFETIME_SECONDS) * 1_000;
  return { accessToken, expiresAtMs, ...(refreshToken === undefined ? {} : { refreshToken }) };
}
