import { createServer, type IncomingMessage } from 'node:http';
import { cardPlaceholder, type ForwardRequest } from '../client/vault.types';
import type { TestVault } from './test-vault';
import { listenLocally, stopServer } from '../../tests/harness/local-server';

interface Response {
  status: number;
  headers?: Record<string, string>;
  body: string | Buffer;
  afterMs?: number;
}

/** An acquirer of the kind sandbox that records requests and answers as a test says. */
export interface TestAcquirer {
  url: string;
  received: { path: string; body: string; headers: IncomingMessage['headers'] }[];
  respond: (body: string) => Response;
  /** A request with the number of a card. */
  request(cardID: string, fields?: Partial<ForwardRequest>): ForwardRequest;
  /** Makes its account known to a vault. */
  register(vault: TestVault): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

export const AUTHORIZATION = 'Bearer key';
const plain = (): Response => ({ status: 200, body: '{}' });

export async function startAcquirer(): Promise<TestAcquirer> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      acquirer.received.push({ path: request.url ?? '', body, headers: request.headers });
      const { status, headers, body: text, afterMs = 0 } = acquirer.respond(body);
      setTimeout(() => response.writeHead(status, headers).end(text), afterMs);
    });
  });
  const url = await listenLocally(server);
  const acquirer: TestAcquirer = {
    url,
    received: [],
    respond: plain,
    request: (cardID, fields = {}) => ({
      ...{ partyID: 'party', operationID: 'payment/1.1/authorise', account: 'sandbox' },
      ...{ method: 'POST', url: `${url}/operations`, timeoutMs: 5_000 },
      headers: { 'content-type': 'application/json', authorization: AUTHORIZATION },
      body: JSON.stringify({ paymentTool: { cardNumber: cardPlaceholder(cardID, 'number') } }),
      ...fields,
    }),
    register: async ({ clients }) =>
      clients.api.registerAccount('sandbox', { connector: 'sandbox', urls: [url], credentials: [AUTHORIZATION] }),
    reset: () => {
      acquirer.received = [];
      acquirer.respond = plain;
    },
    close: () => stopServer(server),
  };
  return acquirer;
}
