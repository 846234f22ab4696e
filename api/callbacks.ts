import express, { Router, type Request, type Response } from 'express';
import type { CallbackReader, CallbackResponse, ReadCallback } from '../connectors/connector';
import { workflowIDs } from '../workflows/names/workflow-ids';
import { signals } from '../workflows/names/workflow-messages';
import type { Logger } from '../runtime/logger';
import { recordNotices } from '../store/connector-notice/connector-notices';
import { appendCommands } from '../store/outbox/outbox';
import { lateSuccessStart } from '../store/reconciliation/late-success';
import { findRecordedOperations } from '../store/reconciliation/recorded-operations';
import type { Command } from '../store/change-log';
import type { Store } from '../store/store';
import { utf8Text } from '../runtime/json-text';
import { clientAddress } from './http/client-address';
import { RETRY_AFTER_SECONDS } from './http/errors';
import { onlyMethods } from './http/unhandled';

/** Operation ids whose workflow waits for a callback. */
const AWAITED: { operation: RegExp; workflowID: (...names: [string, string]) => string }[] = [
  { operation: /^payment\/([^./]+)\.([^./]+)\/authorise(?:\/\d+)?$/, workflowID: workflowIDs.payment },
  { operation: /^binding\/([^./]+)\.([^./]+)\/verify$/, workflowID: workflowIDs.binding },
  { operation: /^withdrawal\/([^./]+)\/payOut$/, workflowID: workflowIDs.withdrawal },
];

/** The default return page of payers. */
const CLOSING_PAGE =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Готово</title><p>Готово. Эту страницу можно закрыть и вернуться в магазин.</p></html>';

export interface CallbackOptions {
  store: Store;
  /** By connector name. */
  readers: Readonly<Record<string, CallbackReader>>;
  logger: Logger;
}

/**
 * Serves `/callbacks/<connector>`. A callback changes no state of an entity: its statements are kept, and it wakes the
 * workflow, which queries the connector; for a failed operation it starts a check for a late success.
 */
export function createCallbacks({ store, readers, logger }: CallbackOptions): Router {
  const router = Router();
  router.post('/:connector', express.raw({ type: '*/*', limit: '64kb' }), (request, response) => {
    const { connector } = request.params;
    const reader = Object.hasOwn(readers, connector) ? readers[connector] : undefined;
    if (!reader) return notFound(response);
    const body = getBody(request);
    const reading = reader.read({ body, address: clientAddress(request), header: (name) => request.header(name) });
    if (reading.kind === 'refused') {
      logger.warn({ connector }, 'callback rejected: invalid signature or address');
      return void response.status(401).end();
    }
    if (utf8Text(body) === undefined) return refuse(response, 'body: is not encoded in UTF-8');
    if (reading.kind === 'unreadable') return refuse(response, 'body: names no operation');
    accept(store, connector, reading).then(
      () => respond(response, { status: 200, ...reading.response }),
      (error: unknown) => {
        logger.error({ err: error, connector }, 'callback could not be recorded');
        response.status(503).set('Retry-After', RETRY_AFTER_SECONDS).json({ message: 'temporarily unavailable' });
      },
    );
  });
  router.get('/:connector', (request, response, next) => {
    const { connector } = request.params;
    if (!Object.hasOwn(readers, connector)) return next();
    response.set({ 'Content-Security-Policy': "default-src 'none'", 'Referrer-Policy': 'no-referrer' });
    const returned = request.method === 'GET' ? readers[connector]?.readReturn?.(getQuery(request)) : undefined;
    if (!returned) return void response.type('html').send(CLOSING_PAGE);
    accept(store, connector, { kind: 'read', notices: [returned.notice] }).then(
      () => leadOn(response, returned.redirectUrl),
      (error: unknown) => {
        logger.error({ err: error, connector }, 'a payer’s return could not be recorded');
        response.status(503).set('Retry-After', RETRY_AFTER_SECONDS).json({ message: 'temporarily unavailable' });
      },
    );
  });
  router.all('/:connector', (request, response, next) => {
    const isKnown = Object.hasOwn(readers, request.params.connector);
    return isKnown ? allowed(request, response, next) : notFound(response);
  });
  return router;
}

const allowed = onlyMethods('GET', 'HEAD', 'POST');

function notFound(response: Response): void {
  response.status(404).json({ message: 'Connector not found' });
}

function refuse(response: Response, message: string): void {
  response.status(400).json({ code: 'invalidRequest', message });
}

function respond(
  response: Response,
  { status, contentType, body }: { status: number } & Partial<CallbackResponse>,
): void {
  if (contentType !== undefined) response.type(contentType);
  response.status(status).end(body);
}

/** The query of the address as it was signed. */
function getQuery(request: Request): URLSearchParams {
  const [, query = ''] = request.originalUrl.split(/\?(.*)/s);
  return new URLSearchParams(query);
}

function leadOn(response: Response, redirectUrl: string | undefined): void {
  if (redirectUrl === undefined) response.type('html').send(CLOSING_PAGE);
  else response.redirect(303, redirectUrl);
}

/** Keeps the statements of a callback, then wakes the workflows of its operations. */
async function accept(store: Store, connector: string, { operationID, notices = [] }: ReadCallback): Promise<void> {
  await recordNotices(store.database, connector, notices);
  for (const name of new Set([operationID, ...notices.map(({ reference }) => reference)])) {
    await wake(store, connector, name);
  }
}

/** Signals the waiting workflow; a failed operation has none, so a late-success workflow checks it. */
async function wake(store: Store, connector: string, operationID: string | undefined): Promise<void> {
  const workflowID = operationID === undefined ? undefined : awaitingWorkflow(operationID);
  if (operationID === undefined || !workflowID) return;
  const recorded = await findRecordedOperations(store.database, { connector, operationIDs: [operationID] });
  const hasFailed = recorded.get(operationID)?.state === 'undone';
  const signal: Command = { kind: 'signal', workflowID, signal: signals.interactionEnded, args: [] };
  await appendCommands(store.database, [hasFailed ? lateSuccessStart(connector, operationID) : signal]);
  store.wakeUp.send('outbox');
}

function awaitingWorkflow(operationID: string): string | undefined {
  for (const { operation, workflowID } of AWAITED) {
    const [, parentID, ownID = ''] = operation.exec(operationID) ?? [];
    if (parentID) return workflowID(parentID, ownID);
  }
  return undefined;
}

/** The body; without one the parser produces an object. */
function getBody(request: Request): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
