import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import type { AcquirerCallback, AcquirerModel } from './acquirer-process';
import { AdyenModel } from './adyen-model';
import { YooKassaModel } from './yookassa-model';

/** The process of a stand-in: it writes its state before it answers, so that kill -9 loses nothing, and delivers callbacks. */

const TICK_MS = 200;
const HANG_MS = 30_000;

const {
  ACQUIRER: name,
  ACQUIRER_PORT: port,
  ACQUIRER_STATE: stateFile = '',
  ACQUIRER_CALLBACKS: callbackUrl = '',
  ACQUIRER_HMAC_KEY: hmacKey = '',
  ACQUIRER_MERCHANT: merchantAccount = '',
} = process.env;

/** A fault of the next requests that change something. */
interface RequestFault {
  type: 'dropBefore' | 'dropAfter' | 'hangAfter' | 'unavailable' | 'delayAfter';
  times: number;
}

const model: AcquirerModel =
  name === 'adyen' ? new AdyenModel({ hmacKey: Buffer.from(hmacKey, 'hex'), merchantAccount }) : new YooKassaModel();
let callbacks: AcquirerCallback[] = [];
let fault: RequestFault | undefined;

if (existsSync(stateFile)) {
  const saved = deserialize(readFileSync(stateFile)) as { state: unknown; callbacks: AcquirerCallback[] };
  model.restore(saved.state);
  ({ callbacks } = saved);
}

function save(): void {
  callbacks.push(...model.settle(Date.now()));
  writeFileSync(`${stateFile}.new`, serialize({ state: model.readState(), callbacks }));
  renameSync(`${stateFile}.new`, stateFile);
}

function takeFault(): RequestFault['type'] | undefined {
  if (!fault || fault.times <= 0) return undefined;
  fault.times -= 1;
  return fault.type;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', headers } = request;
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://acquirer');
  const text = await readText(request);
  if (pathname.startsWith('/trial/')) return control(pathname, text, response);
  const kind = method === 'GET' ? undefined : takeFault();
  if (kind === 'dropBefore') return void request.socket.destroy();
  if (kind === 'unavailable') return answer(response, 503, {});
  const path = pathname.replace(/^\/(v3|v71|btl\/v4)/, '');
  const { status, body } = await model.handle({ method, path, query, headers, text });
  if (method !== 'GET') save();
  if (kind === 'dropAfter') return void request.socket.destroy();
  if (kind === 'hangAfter') await sleep(HANG_MS);
  if (kind === 'delayAfter') await sleep(HANG_MS / 3);
  answer(response, status, body);
}

/** What experiments and payers do. */
function control(path: string, text: string, response: ServerResponse): void {
  if (path === '/trial/fault') {
    fault = JSON.parse(text) as RequestFault;
    return answer(response, 200, {});
  }
  if (path === '/trial/refuse') {
    model.refuse((JSON.parse(text) as { parameter?: string }).parameter);
    return answer(response, 200, {});
  }
  if (path === '/trial/decide') {
    const { operationID, isConfirmed } = JSON.parse(text) as { operationID: string; isConfirmed: boolean };
    const decided = model.decide(operationID, isConfirmed);
    if (decided) save();
    return answer(response, decided ? 200 : 404, decided ?? {});
  }
  answer(response, 200, {
    effects: model.listEffects(),
    problems: model.listProblems(),
    blocked: model.listBlocked(),
    isQuiet: callbacks.length === 0,
  });
}

/** Delivers in any order and some twice. */
async function deliver(): Promise<void> {
  for (;;) {
    save();
    const index = Math.floor(Math.random() * callbacks.length);
    const next = callbacks[index];
    if (!next) await sleep(TICK_MS);
    else if (!(await post(next.body))) await sleep(1_000);
    else if (Math.random() > 0.2) callbacks.splice(callbacks.indexOf(next), 1);
  }
}

async function post(body: string): Promise<boolean> {
  const headers = { 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(callbackUrl, { method: 'POST', headers, body, signal }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  return response?.ok === true;
}

createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    if (!response.headersSent) answer(response, 500, {});
  });
}).listen(Number(port), '127.0.0.1');
void deliver();
