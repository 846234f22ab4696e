import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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

export function addLoginCommand(program: Command): void {
  withRemoteOption(program.command('login'))
    .description('sign in at the OpenID Connect provider of the platform, or store an operator key')
    .option('--browser', 'use a browser on this machine instead of a code on any device')
    .option('--key <key>', 'store this operator key; - reads it from standard input')
    .action(async ({ browser, key }: LoginOptions, command: Command) => {
      const url = getOperatorsUrl(command);
      const credential = key === undefined ? await signIn(command, browser) : { key: await readKey(key) };
      const bearer = 'key' in credential ? credential.key : credential.accessToken;
      const me = await callOperatorsApi<object>(command, { path: 'me', bearer });
      storeCredential(url, credential);
      print({ url, ...me });
    });
}

export function addLogoutCommand(program: Command): void {
  withRemoteOption(program.command('logout'))
    .description('remove the stored sign-in of the platform, and revoke its tokens')
    .action(async (_: object, command: Command) => {
      const url = getOperatorsUrl(command);
      const removed = removeCredential(url);
      if (removed && 'issuer' in removed) await revoke(removed);
      print({ url, isChanged: removed !== undefined });
    });
}

export function addIdentityCommand(program: Command): void {
  withRemoteOption(program.command('whoami'))
    .description('show the operator and the roles of your sign-in')
    .action(async (_: object, command: Command) => {
      print({ url: getOperatorsUrl(command), ...(await callOperatorsApi<object>(command, { path: 'me' })) });
    });
}

async function readKey(given: string): Promise<string> {
  return given === '-' ? (await text(process.stdin)).trim() : given;
}

async function signIn(command: Command, isBrowser = false): Promise<Credential> {
  const settings = await callOperatorsApi<SignInSettings>(command, { path: 'sign-in', bearer: null });
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
  const server = createServer().listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
    const address = client.buildAuthorizationUrl(configuration, {
      ...getParameters(settings),
      redirect_uri: redirectUri,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const redirected = untilRedirected(server, redirectUri, state);
    process.stderr.write(`Open ${address.href}\n`);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    return toCredential(settings, await client.authorizationCodeGrant(configuration, await redirected, checks));
  } finally {
    server.close();
  }
}

/** Waits for the redirect with this state; other requests are refused. */
function untilRedirected(server: Server, redirectUri: string, state: string): Promise<URL> {
  return new Promise((resolve, reject) => {
    AbortSignal.timeout(BROWSER_MS).onabort = () => reject(new Error('the sign-in has not ended within five minutes'));
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', redirectUri);
      const isRedirect = url.pathname === '/callback' && url.searchParams.get('state') === state;
      response.writeHead(isRedirect ? 200 : 404, { 'Content-Type': 'text/plain', Connection: 'close' });
      response.end(isRedirect ? 'You are signed in. You may close this page.\n' : 'not found\n');
      if (isRedirect) resolve(url);
    });
  });
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
