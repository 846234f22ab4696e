import { readCredentials, readLocalStart, storeCredential, withCredentialsLock, type Credential } from './credentials';

type Tokens = Extract<Credential, { issuer: string }>;

/** A token is replaced this long before it expires. */
const REFRESH_BEFORE_MS = 10_000;

/** Loopback addresses may use HTTP; any other provider needs HTTPS. */
export async function discover({ issuer, clientID }: { issuer: string; clientID: string }) {
  // Loaded only for a sign-in: most commands use a token that is still valid.
  const client = await import('openid-client');
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(issuer).hostname);
  const options = isLoopback ? { execute: [client.allowInsecureRequests] } : {};
  const metadata = { [client.clockTolerance]: 60 };
  const configuration = await client.discovery(new URL(issuer), clientID, metadata, client.None(), options);
  return { client, configuration };
}

/** The bearer value for a platform; a stored one is sent only to the platform it belongs to. @throws Error */
export async function getBearer(url: string): Promise<string> {
  const given = process.env['HOLDFAST_OPERATOR_KEY'];
  if (given) return given;
  const stored = readCredentials().platforms[url];
  if (stored && 'key' in stored) return stored.key;
  if (stored) return isFresh(stored) ? stored.accessToken : withCredentialsLock(() => refresh(url));
  const local = readLocalStart();
  if (local?.url === url) return local.key;
  throw new Error(`you are not signed in to ${url}: run \`holdfast login --url ${url}\`, or set HOLDFAST_OPERATOR_KEY`);
}

function isFresh({ expiresAt }: Tokens): boolean {
  return expiresAt - REFRESH_BEFORE_MS > Date.now();
}

async function refresh(url: string): Promise<string> {
  const expired = new Error(`your sign-in to ${url} has expired: run \`holdfast login --url ${url}\``);
  const tokens = readCredentials().platforms[url];
  if (!tokens || 'key' in tokens) throw expired;
  // A concurrent command has refreshed it.
  if (isFresh(tokens)) return tokens.accessToken;
  if (tokens.refreshToken === undefined) throw expired;
  const { client, configuration } = await discover(tokens);
  try {
    const answer = await client.refreshTokenGrant(configuration, tokens.refreshToken);
    const renewed = toCredential(tokens, { refresh_token: tokens.refreshToken, ...answer });
    storeCredential(url, renewed, { isCurrent: false });
    return renewed.accessToken;
  } catch (error) {
    throw error instanceof client.ResponseBodyError ? expired : error;
  }
}

export function toCredential(
  { issuer, clientID }: { issuer: string; clientID: string },
  answer: { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined },
): Tokens {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds = 300 } = answer;
  const expiresAt = Date.now() + seconds * 1_000;
  return { issuer, clientID, accessToken, expiresAt, ...(refreshToken === undefined ? {} : { refreshToken }) };
}
