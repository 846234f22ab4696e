import { Router, type Request, type Response } from 'express';
import type { Pool } from 'pg';
import type { SandboxPayers } from '../payers';
import { awaitingPage, decidedPage, payCodePage, payerPage, silentBankPage, unknownPage } from '../pages/payer.page';
import { CONTENT_SECURITY_POLICY } from '../pages/layout';
import { findByPageToken, findByPayCode, keepReturnAddress, listAwaiting } from '../database/interactions.record';
import type { OperationRow } from '../database/rows';
import { broughtAddress } from './brought-address';
import { payerDecision } from './control.routes';
import { formBody } from './read-body';

export interface PagesSite {
  pool: Pool;
  payers: SandboxPayers;
  /** Whether to show the list of pending operations. */
  isListShown: boolean;
}

const MAX_LISTED = 100;

/** Payers' pages: 3-D Secure and the other interactions. */
export function pagesRoutes(site: PagesSite): Router {
  const router = Router();
  const form = formBody();
  const show = handler((request, response) => showPage(site, request, response));
  const decide = handler((request, response) => decidePage(site, request, response));
  for (const place of ['/3ds', '/pay']) {
    router.get(`${place}/:pageToken`, show);
    router.post(`${place}/:pageToken`, form, show);
    router.post(`${place}/:pageToken/decision`, form, decide);
  }
  router.get('/pay', (_request, response) => send(response, 200, payCodePage(false)));
  router.post(
    '/pay',
    form,
    handler(async (request, response) => {
      const row = await findByPayCode(site.pool, field(request, 'code')?.trim() ?? '');
      if (row) response.redirect(303, `/pay/${row.page_token ?? ''}`);
      else send(response, 404, payCodePage(true));
    }),
  );
  if (site.isListShown) {
    router.get(
      '/',
      handler(async (_request, response) =>
        send(response, 200, awaitingPage(await listAwaiting(site.pool, MAX_LISTED))),
      ),
    );
  }
  return router;
}

type Work = (request: Request, response: Response) => Promise<void>;

function handler(work: Work) {
  return (request: Request, response: Response, next: (error: unknown) => void) => {
    work(request, response).catch(next);
  };
}

async function showPage({ pool }: PagesSite, request: Request, response: Response): Promise<void> {
  const row = await findByPageToken(pool, request.params['pageToken'] ?? '');
  if (!row) return send(response, 404, unknownPage());
  const returnTo = await returnAddress(pool, request, row);
  if (row.status !== 'interactionRequired') return send(response, 200, decidedPage(row, returnTo));
  send(response, 200, payerPage(row, returnTo));
}

async function decidePage({ pool, payers }: PagesSite, request: Request, response: Response): Promise<void> {
  const pageToken = request.params['pageToken'] ?? '';
  const row = await findByPageToken(pool, pageToken);
  const decision = payerDecision.safeParse(field(request, 'decision'));
  if (!row || !decision.success) return send(response, 404, unknownPage());
  const returnTo = await returnAddress(pool, request, row);
  await payers.decide(row.operation_id, decision.data);
  const decided = await findByPageToken(pool, pageToken);
  if (!decided || decided.status === 'interactionRequired') return send(response, 200, silentBankPage(row));
  if (returnTo) response.redirect(303, returnTo);
  else send(response, 200, decidedPage(decided, undefined));
}

/** Returns the payer's return address: the authorisation's, or the first one that the browser sent. */
async function returnAddress(pool: Pool, request: Request, row: OperationRow): Promise<string | undefined> {
  const known = row.page?.returnUrl ?? row.return_to ?? undefined;
  if (known !== undefined || row.status !== 'interactionRequired') return known;
  const body = field(request, 'TermUrl') ?? field(request, 'termination_uri');
  const address = broughtAddress({ address: request.originalUrl, field: body });
  if (address === undefined) return undefined;
  return keepReturnAddress(pool, { pageToken: row.page_token ?? '', address });
}

function field(request: Request, name: string): string | undefined {
  const body = request.body as Record<string, unknown> | undefined;
  const value = body?.[name];
  return typeof value === 'string' ? value : undefined;
}

function send(response: Response, status: number, page: string): void {
  response
    .status(status)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .send(page);
}
