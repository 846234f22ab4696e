import { createServer, type ServerResponse } from 'node:http';
import type { ListedOperation } from '../../domain/operators/reconciliation/operation';
import type { Window } from '../../domain/operators/reconciliation/passes';
import {
  ConnectorMisuse,
  type ListingConnector,
  type PaymentOutcome,
  type PayOutOutcome,
  type RefundOutcome,
} from '../connector';
import type { Returned } from '../pending';
import { listenLocally, stopServer } from '../../tests/harness/local-server';

const TIMEOUT_MS = 5_000;

export async function listAll(connector: Partial<ListingConnector>, window: Window): Promise<ListedOperation[]> {
  const operations: ListedOperation[] = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const request = { window, timeoutMs: TIMEOUT_MS, ...(after !== undefined && { after }) };
    const page = await connector.listOperations?.(request);
    operations.push(...(page?.operations ?? []));
    after = page?.next;
  }
  return operations;
}

type AnyOutcome = PaymentOutcome | RefundOutcome | PayOutOutcome | Returned | { kind: 'notFound' };

export function approved<Outcome extends AnyOutcome>(
  outcome: Outcome,
  { allowUnknown = false } = {},
): Extract<Outcome, { kind: 'approved' }> {
  const expected = allowUnknown && outcome.kind === 'unknown' ? 'unknown' : 'approved';
  expect(outcome).toMatchObject({ kind: expected });
  return outcome as Extract<Outcome, { kind: 'approved' }>;
}

/** Expects a refusal: a decline of the other side, or a misuse of the request. */
export async function assertRefused(send: () => Promise<RefundOutcome>): Promise<void> {
  const outcome = await send().catch((error: unknown) => {
    if (error instanceof ConnectorMisuse) return { kind: 'declined' };
    throw error;
  });
  expect(outcome).toMatchObject({ kind: 'declined' });
}

/** Begins a response and never ends it. */
export function respondEndlessly(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{');
}

/** Starts a server that responds to every request in the same way, and keeps the paths of requests. */
export async function serverThat(
  respond: (response: ServerResponse) => void,
): Promise<{ url: string; paths: string[]; stop(): Promise<void> }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    request.resume();
    respond(response);
  });
  return { url: await listenLocally(server), paths, stop: () => stopServer(server) };
}
