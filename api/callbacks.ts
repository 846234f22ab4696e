import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import { AccountCallbacks } from '../connectors/account-connectors';
import { Refusal } from '../domain/platform/errors/refusal';
import type { CallbackReader, CallbackResponse, ReadCallback, ReadReturn } from '../connectors/callback';
import type { Logger } from '../runtime/logger';
import { accountSource } from '../store/payments/connector-account/account-source';
import { announceReports } from '../store/merchants/settlement-report/report-downloads';
import { noticeBook, recordNotices } from '../store/payments/connector-notice/connector-notices';
import { wakeOperations } from '../store/payments/connector-notice/wake-operation';
import { recordDisputes } from '../store/payments/dispute/dispute-notices';
import { readOperationName } from '../domain/operators/reconciliation/operation-name';
import { isOfAccount } from '../store/payments/payment/payment.attempts';
import { findRedirectUrl } from '../store/payments/payment/payment.queries';
import type { Store } from '../store/store';
import { utf8Text } from '../runtime/json-text';
import { clientAddress } from './http/client-address';
import { RETRY_AFTER_SECONDS } from './http/errors';
import type { RequestLimits } from './http/request-limits';
import { createRequestQueues, takeTurns, type RequestQueues } from './http/request-turns';
import { onlyMethods } from './http/unhandled';
import { CallbackLimits, getSender } from './callback-limits';

/** The default return page of payers. */
const CLOSING_PAGE =
  '<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Готово</title><p>Готово. Эту страницу можно закрыть и вернуться в магазин.</p></html>';

export interface CallbackOptions {
  store: Store;
  /** Default: those of the stored accounts. */
  accounts?: Pick<AccountCallbacks, 'find'>;
  logger: Logger;
  limits?: RequestLimits | undefined;
  queues?: RequestQueues;
}

/**
 * Serves `/callbacks/<connector>/<account>`. A callback changes no state of an entity: its statements are kept, and it wakes the workflow, which queries the connector; for a failed operation it
 * starts a check for a late success. What it states about disputes is kept and applied by workflows, which also
 * download the reports that it announces.
 */
export function createCallbacks({
  store,
  logger,
  limits,
  queues = createRequestQueues(),
  accounts = new AccountCallbacks(accountSource(store)),
}: CallbackOptions): Router {
  const bounds = new CallbackLimits(limits);
  const router = Router();
  router.all(ADDRESS, (request, response, next) => {
    const { connector, account } = request.params;
    accounts.find({ connector, id: account }).then(
      (reader) => {
        if (!reader) return notFound(response);
        (response.locals as Found).found = { reader, account };
        next();
      },
      (error: unknown) => fail(response, { error, account }),
    );
  });
  const fail = (response: Response, { error, account }: { error: unknown; account: string }): void => {
    logger.error({ err: error, account }, 'callback could not be recorded');
    response.status(503).set('Retry-After', RETRY_AFTER_SECONDS).json({ message: 'temporarily unavailable' });
  };
  const leadOn = (response: Response, account: string, returned: ReadReturn): void => {
    const failed = (error: unknown): void => fail(response, { error, account });
    acceptReturn(store, account, returned).then((page) => showPage(response, page), failed);
  };
  const turns = takeTurns(queues, getSender);
  const visits = serveVisits({ store, bounds, fail });
  router.post(ADDRESS, bounds.beforeCallback, readBody, turns, visits, (request, response, next) => {
    const { reader, account } = (response.locals as Found).found;
    const body = getBody(request);
    const returned = reader.readReturn?.(getQuery(request), body);
    if (returned) return leadOn(response, account, returned);
    const reject = (answer: () => void): void => void bounds.recordRejected(request).then(answer, next);
    const reading = reader.read({ body, address: clientAddress(request), header: (name) => request.header(name) });
    if (reading.kind === 'refused') {
      logger.warn({ account }, 'callback rejected: invalid signature or address');
      return reject(() => respond(response, { status: 401, ...reading.response }));
    }
    if (utf8Text(body) === undefined) return reject(() => refuse(response, 'body: is not encoded in UTF-8'));
    if (reading.kind === 'unreadable') {
      if (reading.response) return respond(response, reading.response);
      return reject(() => refuse(response, 'body: names no operation'));
    }
    const accepted = bounds.countAccepted(account).then(() => accept(store, account, reading));
    accepted.then(
      () => respond(response, { status: 200, ...reading.response }),
      (error: unknown) => (error instanceof Refusal ? next(error) : fail(response, { error, account })),
    );
  });
  router.get(ADDRESS, bounds.beforeReturn, turns, visits, (request, response) => {
    const { reader, account } = (response.locals as Found).found;
    response.set({ 'Content-Security-Policy': "default-src 'none'", 'Referrer-Policy': 'no-referrer' });
    const returned = request.method === 'GET' ? reader.readReturn?.(getQuery(request)) : undefined;
    return returned ? leadOn(response, account, returned) : showPage(response, undefined);
  });
  return router.all(ADDRESS, allowed);
}

const readBody = express.raw({ type: '*/*', limit: '64kb' });

const ADDRESS = '/:connector/:account';

interface Found {
  found: { reader: CallbackReader; account: string };
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

interface Visits {
  store: Store;
  bounds: CallbackLimits;
  fail: (response: Response, failure: { error: unknown; account: string }) => void;
}

/** Serves the pages that a connector shows to payers, and takes the forms that banks let browsers post to them. */
function serveVisits({ store, bounds, fail }: Visits): RequestHandler {
  return (request, response, next) => {
    const { account } = (response.locals as Found).found;
    const form = isForm(request, response) ? new URLSearchParams(getBody(request).toString('utf8')) : undefined;
    if (request.method !== 'GET' && !form) return next();
    const counted = form ? bounds.countReturn(request) : Promise.resolve();
    counted
      .then(() => visit(store, { request, response, form }))
      .then(
        (isVisited) => (isVisited ? undefined : next()),
        (error: unknown) => (error instanceof Refusal ? next(error) : fail(response, { error, account })),
      );
  };
}

interface Visit {
  request: Request;
  response: Response;
  form: URLSearchParams | undefined;
}

/** Whether the address is one of those pages; then it is answered. */
async function visit(store: Store, { request, response, form }: Visit): Promise<boolean> {
  const { reader, account } = (response.locals as Found).found;
  const visited = await reader.visit?.({
    query: getQuery(request),
    form,
    notices: noticeBook(store.database, account),
    language: request.acceptsLanguages('ru', 'en') === 'en' ? 'en' : 'ru',
  });
  if (!visited) return false;
  const { operationID, notices, page } = visited;
  if (notices.length > 0) await accept(store, account, { kind: 'read', operationID, notices });
  response.set({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' });
  if (page) response.set('Content-Security-Policy', page.policy).type('html').send(page.html);
  else showPage(response, await findShopPage(store, account, operationID));
  return true;
}

/** Whether a payer's browser posts a form; callbacks of acquirers with pages are JSON. */
function isForm(request: Request, response: Response): boolean {
  return (response.locals as Found).found.reader.visit !== undefined && typeof request.is('urlencoded') === 'string';
}

/** The query of the address as it was signed. */
function getQuery(request: Request): URLSearchParams {
  const [, query = ''] = request.originalUrl.split(/\?(.*)/s);
  return new URLSearchParams(query);
}

/** The page that the shop named for a returning payer. */
async function findShopPage(store: Store, account: string, operationID: string): Promise<string | undefined> {
  const name = readOperationName(operationID);
  if (name?.entity !== 'payment' || !(await isOfAccount(store.database, { account, operationID }))) return undefined;
  return findRedirectUrl(store.database, name);
}

function showPage(response: Response, redirectUrl: string | undefined): void {
  if (redirectUrl === undefined) response.type('html').send(CLOSING_PAGE);
  else response.redirect(303, redirectUrl);
}

/** Keeps a payer's return. @returns the page that the payer sees next */
async function acceptReturn(store: Store, account: string, returned: ReadReturn): Promise<string | undefined> {
  await accept(store, account, { kind: 'read', notices: [returned.notice] });
  return findShopPage(store, account, returned.operationID);
}

/** Keeps the statements of a callback, then wakes the workflows of its operations. */
async function accept(store: Store, account: string, reading: ReadCallback): Promise<void> {
  const { operationID, notices = [], disputes = [], reports = [] } = reading;
  await recordNotices(store.database, account, notices);
  await recordDisputes(store, account, disputes);
  await announceReports(store, account, reports);
  const named = operationID === undefined ? [] : [{ reference: operationID }];
  await wakeOperations(store, account, [...named, ...notices]);
}

/** The body; without one the parser produces an object. */
function getBody(request: Request): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}
