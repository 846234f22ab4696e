import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import { discover, toCredential } from './bearer';
import { removeCredential, storeCredential, type Credential } from './credentials';
import { callOperatorsApi, getOperatorsUrl, withRemoteOption } from './remote';
import { print } from './with-store';

interface SignInSettings {
  issuer: string;
  clientID: string;
  audience: string;
  scope: string;
}

interface LoginOptions {
  browser?: true;
  key?: string;
}

/** How long the browser may take. */
const BROWSER_MS = 5 * 60_000;

/** Adds `login`, `logout` and `whoami`. */
export function addLoginCommands(program: Command): void {
  withRemoteOption(program.command('login'))
    .description('sign in at the OpenID Connect provider of the platform, or store an operator key')
    .option('--browser', 'use a browser on this machine instead of a code on any device')
    .option('--key <key>', 'store this operator key; - reads it from standard input')
    .action(async ({ browser, key }: LoginOptions, command: Command) => {
      const url = getOperatorsUrl(command);
      const credential = key === undefined ? await signIn(url, browser ?? false) : { key: await readKey(key) };
      const me = await callOperatorsApi<object>(url, { method: 'GET', path: 'me' }, getSecret(credential));
      storeCredential(url, credential);
      print({ url, ...me });
    });
  withRemoteOption(program.command('logout'))
    .description('remove the stored sign-in of the platform, and revoke its tokens')
    .action(async (_: object, command: Command) => {
      const url = getOperatorsUrl(command);
      const removed = removeCredential(url);
      if (removed && 'issuer' in removed) await revoke(removed);
      print({ url, isChanged: removed !== undefined });
    });
  withRemoteOption(program.command('whoami'))
    .description('show the operator and the roles of your sign-in')
    .action(async (_: object, command: Command) => {
      const url = getOperatorsUrl(command);
      print({ url, ...(await callOperatorsApi<object>(url, { method: 'GET', path: 'me' })) });
    });
}

function getSecret(credential: Credential): string {
  return 'key' in credential ? credential.key : credential.accessToken;
}

async function readKey(given: string): Promise<string> {
  if (given !== '-') return given;
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  return text.trim();
}

async function signIn(url: string, isBrowser: boolean): Promise<Credential> {
  const settings = await callOperatorsApi<SignInSettings>(url, { method: 'GET', path: 'sign-in' }, null);
  return isBrowser ? withBrowser(settings) : withDevice(settings);
}

/** `resource` is the standard parameter; some providers know `audience` instead. */
function getParameters({ audience, scope }: SignInSettings): Record<string, string> {
  return { scope, audience, prompt: 'consent', ...(URL.canParse(audience) ? { resource: audience } : {}) };
}

async function withDevice(settings: SignInSettings): Promise<Credential> {
  const { client, configuration } = await discover(settings);
  const device = await client.initiateDeviceAuthorization(configuration, getParameters(settings));
  const address = device.verification_uri_complete ?? device.verification_uri;
  process.stderr.write(`Open ${address} and confirm the code ${device.user_code}\n`);
  const resource: Record<string, string> = URL.canParse(settings.audience) ? { resource: settings.audience } : {};
  return toCredential(settings, await client.pollDeviceAuthorizationGrant(configuration, device, resource));
}

async function withBrowser(settings: SignInSettings): Promise<Credential> {
  const { client, configuration } = await discover(settings);
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const loopback = await listen(state);
  try {
    const address = client.buildAuthorizationUrl(configuration, {
      ...getParameters(settings),
      redirect_uri: loopback.redirectUri,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    process.stderr.write(`Open ${address.href}\n`);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    return toCredential(settings, await client.authorizationCodeGrant(configuration, await loopback.answer, checks));
  } finally {
    loopback.close();
  }
}

/** Waits on a free loopback port for the redirect with this state; other requests are refused. */
async function listen(state: string) {
  let resolve: (answer: URL) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const answer = new Promise<URL>((settle, fail) => ([resolve, reject] = [settle, fail]));
  answer.catch(() => undefined);
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', redirectUri);
    const isRedirect = url.pathname === '/callback' && url.searchParams.get('state') === state;
    response.writeHead(isRedirect ? 200 : 404, { 'Content-Type': 'text/plain', Connection: 'close' });
    response.end(isRedirect ? 'You are signed in. You may close this page.\n' : 'not found\n');
    if (isRedirect) resolve(url);
  });
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(0, '127.0.0.1', ready));
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const timer = setTimeout(() => reject(new Error('the sign-in has not ended within five minutes')), BROWSER_MS);
  const close = (): void => {
    clearTimeout(timer);
    server.close();
  };
  return { redirectUri, answer, close };
}

/** The sign-in is removed here even if the provider does not answer. */
async function revoke({ refreshToken, ...tokens }: Extract<Credential, { issuer: string }>): Promise<void> {
  if (refreshToken === undefined) return;
  try {
    const { client, configuration } = await discover(tokens);
    await client.tokenRevocation(configuration, refreshToken);
  } catch {
    process.stderr.write(`${tokens.issuer} could not revoke the refresh token: it stays valid until it expires\n`);
  }
}
