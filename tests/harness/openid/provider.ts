import { spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT, exportJWK, generateKeyPair, type KeyLike } from 'jose';
import { portToKeep } from '../ports';
import { runFolder } from '../services';

export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface ProviderKey {
  kid: string;
  privateKey: KeyLike;
  jwk: object;
}

export const AUDIENCE = 'urn:holdfast:operators';

/** A running `oidc-provider` whose keys the test knows. */
export interface OpenIdProvider {
  issuer: string;
  key: ProviderKey;
  setPeople(people: Record<string, Person>): void;
  /** Restarts the provider with another key only. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Signs an access token with the current key, or another. */
  sign(subject: string, claims: object, options?: SignOptions): Promise<string>;
}

export interface SignOptions {
  audience?: string;
  issuer?: string;
  key?: ProviderKey;
  issuedAt?: number;
  expiresAt?: number;
  notBefore?: number;
}

export async function aProviderKey(): Promise<ProviderKey> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = crypto.randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' } };
}

interface ProviderOptions {
  tokenSeconds?: number;
  /** Of the client `holdfast-console`. */
  redirectUris?: string[];
}

export async function startOpenIdProvider(options: ProviderOptions = {}): Promise<OpenIdProvider> {
  const { tokenSeconds = 600, redirectUris = [] } = options;
  const issuer = `http://127.0.0.1:${await portToKeep()}`;
  const peopleFile = join(runFolder('openid'), `${crypto.randomUUID()}.json`);
  writeFileSync(peopleFile, '{}');
  let child: ChildProcess | undefined;
  const provider: OpenIdProvider = {
    issuer,
    key: await aProviderKey(),
    setPeople: (people) => writeFileSync(peopleFile, JSON.stringify(people)),
    start: async () => {
      const own = { ISSUER: issuer, KEYS: JSON.stringify([provider.key.jwk]), PEOPLE_FILE: peopleFile };
      const env = {
        ...process.env,
        ...own,
        TOKEN_SECONDS: String(tokenSeconds),
        REDIRECT_URIS: JSON.stringify(redirectUris),
      };
      child = spawn(process.execPath, [join(__dirname, 'provider-process.mjs')], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await untilReady(child);
    },
    stop: async () => {
      const running = child;
      if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise((resolve) => {
        running.once('exit', resolve);
        running.kill('SIGKILL');
      });
    },
    rotate: async () => {
      await provider.stop();
      provider.key = await aProviderKey();
      await provider.start();
    },
    sign: async (subject, claims, options = {}) => {
      const { kid, privateKey } = options.key ?? provider.key;
      const now = Math.floor(Date.now() / 1_000);
      const token = new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid })
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? AUDIENCE)
        .setSubject(subject)
        .setIssuedAt(options.issuedAt ?? now)
        .setExpirationTime(options.expiresAt ?? now + 600);
      if (options.notBefore !== undefined) token.setNotBefore(options.notBefore);
      return token.sign(privateKey);
    },
  };
  await provider.start();
  return provider;
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('ready') && resolve());
    child.once('exit', (code) => reject(new Error(`the provider ended with ${code}`)));
  });
}

/**
 * Signs in on the provider's pages as a browser does: follows redirects, keeps cookies, fills in each form. Returns the last
 * page, or the address that a redirect to `end` names.
 */
export async function signInOnPages(address: string, login: string, end?: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 30; step++) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { Cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    form = undefined;
    const location = answer.headers.get('Location');
    if (location !== null) {
      url = new URL(location, url);
      if (end !== undefined && url.href.startsWith(end)) return url.href;
      continue;
    }
    const page = await answer.text();
    const [, attributes, inner] = /<form([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? [];
    if (attributes === undefined || inner === undefined) return page;
    url = new URL(/action="([^"]+)"/.exec(attributes)?.[1]?.replaceAll('&amp;', '&') ?? url.href, url);
    form = new URLSearchParams();
    for (const [input] of inner.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]+)"/.exec(input)?.[1];
      if (name) form.set(name, /value="([^"]*)"/.exec(input)?.[1] ?? '');
    }
    if (form.has('login')) form.set('login', login);
    if (form.has('password')) form.set('password', 'any');
    if (form.has('user_code')) form.set('confirm', 'yes');
  }
  throw new Error(`the sign-in never ended: ${url.href}`);
}
