import { readFileSync } from 'node:fs';
import { Agent, request, type AgentOptions } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { json, Router, type Request, type Response } from 'express';
import { z } from 'zod';
import type { CheckoutEnvironment } from '../../runtime/environment';
import type { Logger } from '../../runtime/logger';

/** The page asks here for a session of Apple Pay. */
export const SESSION_PATH = '/apple-pay/session';

/** Names of Apple’s gateway: nothing else of the address that the browser gives is used. */
const GATEWAY = /^(cn-)?apple-pay-gateway(-[a-z\d-]{1,40})?\.apple\.com$/;
const TIMEOUT_MS = 10_000;
const MAX_CONCURRENT = 20;
const MAX_SESSION_BYTES = 64 * 1024;

const sessionRequest = z.object({
  validationURL: z.url({ protocol: /^https$/ }).transform((url) => new URL(url).hostname),
  merchantID: z.string().regex(/^[\w.-]{1,100}$/),
  merchantName: z.string().min(1).max(200),
});
const session = z.record(z.string(), z.unknown());

export interface AppleSessionOptions {
  /** The checkout’s host, which is registered with Apple. */
  domain: string;
  /** The merchant identity certificate and its key, PEM. */
  cert: Buffer | string;
  key: Buffer | string;
  /** For tests: another way to the gateway. */
  connection?: Pick<AgentOptions, 'port' | 'ca' | 'lookup'>;
  logger: Pick<Logger, 'warn'>;
}

/** Undefined without the certificate. @throws if one of the files is missing */
export function openAppleSessions(environment: CheckoutEnvironment, logger: Logger): Router | undefined {
  const { CHECKOUT_APPLE_PAY_CERT: cert, CHECKOUT_APPLE_PAY_KEY: key, CHECKOUT_URL } = environment;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new Error('CHECKOUT_APPLE_PAY_CERT and CHECKOUT_APPLE_PAY_KEY must be given together');
  const { hostname: domain } = new URL(CHECKOUT_URL);
  return createAppleSessions({ domain, cert: readFileSync(cert), key: readFileSync(key), logger });
}

/** Requests sessions from Apple with the merchant’s certificate; Apple refuses those of other merchants. */
export function createAppleSessions({ domain, cert, key, connection, logger }: AppleSessionOptions): Router {
  const agent = new Agent({ cert, key, keepAlive: true, maxSockets: MAX_CONCURRENT, ...connection });
  let running = 0;
  const give = async (given: Request, response: Response): Promise<void> => {
    response.set('Cache-Control', 'no-store');
    const read = sessionRequest.safeParse(given.body);
    if (!read.success || !GATEWAY.test(read.data.validationURL)) return void response.sendStatus(400);
    if (running >= MAX_CONCURRENT) return void response.sendStatus(503);
    const { validationURL: host, merchantID: merchantIdentifier, merchantName } = read.data;
    // Apple shows up to 64 characters.
    const displayName = merchantName.slice(0, 64);
    const body = { merchantIdentifier, displayName, initiative: 'web', initiativeContext: domain };
    running += 1;
    try {
      response.json(await requestSession(agent, host, JSON.stringify(body)));
    } catch (error) {
      logger.warn({ err: error }, 'Apple gave no session');
      response.sendStatus(502);
    } finally {
      running -= 1;
    }
  };
  const router = Router();
  router.post(SESSION_PATH, json({ limit: '4kb' }), (given, response) => void give(given, response));
  return router;
}

async function requestSession(agent: Agent, host: string, body: string): Promise<Record<string, unknown>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await new Promise<{ status: number; text: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const path = '/paymentservices/paymentSession';
    const sent = request({ agent, host, path, method: 'POST', headers, signal }, (response) => {
      let size = 0;
      response.on('data', (part: Buffer) => {
        if ((size += part.length) > MAX_SESSION_BYTES) response.destroy(new Error('the answer is too long'));
      });
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    sent.on('error', reject).end(body);
  });
  if (answer.status !== 200) throw new Error(`the gateway answers ${answer.status}`);
  return session.parse(JSON.parse(answer.text));
}
