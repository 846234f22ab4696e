import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { ConsoleEnvironment } from '../../runtime/environment';
import { createApiKey } from '../../store/merchants/api-key/api-key.create';
import { startApi, type TestApi } from '../../tests/harness/api';
import { SessionCookies } from '../server/session-cookies';
import { sessionRoutes } from '../server/session-routes';

const STRANGERS = 30;

let api: TestApi;
let server: Server;
let url: string;

beforeAll(async () => {
  const rates = { KEY_REQUESTS_PER_SECOND: 1_000, TOKEN_REQUESTS_PER_SECOND: 20, WRONG_KEYS_PER_MINUTE: 5 };
  api = await startApi({ rates, trustedProxies: ['127.0.0.0/8'] });
  const environment = {
    ...{ CONSOLE_URL: 'http://console', API_URL: api.url, CONSOLE_SESSION_KEY: Buffer.alloc(32, 7).toString('base64') },
  } as ConsoleEnvironment;
  const app = express().set('trust proxy', true);
  app.use('/session', sessionRoutes({ environment, sessions: new SessionCookies(environment) }));
  app.use(((error: { status?: number }, _request, response, _next) => {
    response.status(error.status ?? 500).end();
  }) satisfies express.ErrorRequestHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/session`;
});

afterAll(async () => {
  server?.close();
  await api?.stop();
});

async function signIn(key: string, address: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ key }) })).status;
}

test('wrong keys of strangers at the sign-in count at their own addresses, not at that of the console', async () => {
  const statuses: number[] = [];
  for (let host = 1; host <= STRANGERS; host++) statuses.push(await signIn(`hf_wrong-${host}`, `203.0.113.${host}`));
  expect(new Set(statuses)).toEqual(new Set([401]));
  const { secret } = await createApiKey(api.store.database, { partyID: api.own.partyID, name: 'fresh' });
  expect(await signIn(secret, '203.0.113.200')).toBe(200);
});

test('the limit of a person who sends wrong keys is answered as a limit, not as an outage', async () => {
  const statuses: number[] = [];
  for (let tries = 0; tries < 8; tries++) statuses.push(await signIn(`hf_wrong-${tries}`, '198.51.100.1'));
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});
