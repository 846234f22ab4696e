import { z } from 'zod';
import { OPERATION_KINDS } from '../../domain/reconciliation/operation';
import { rfc3339Text } from '../../domain/rfc3339/rfc3339';
import { ConnectorUnavailable, type ListRequest, type OperationPage } from '../connector';
import type { SandboxClient } from './sandbox-client';

const amount = z.int().min(0).max(Number.MAX_SAFE_INTEGER).transform(BigInt);

const listing = z.object({
  operations: z.array(
    z.object({
      operationID: z.string().min(1),
      kind: z.enum(OPERATION_KINDS),
      state: z.enum(['held', 'voided', 'done', 'declined']),
      amountMinor: amount.nullable(),
      currency: z.string().nullable(),
      effectCount: z.int(),
      connectorReference: z.string(),
      at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    }),
  ),
  next: z.string().optional(),
});

/** A page of what the sandbox has done. @throws ConnectorUnavailable where it does not answer, or nothing that can be read */
export async function listOperations(
  client: SandboxClient,
  { window, after, timeoutMs, signal }: ListRequest,
): Promise<OperationPage> {
  const query = new URLSearchParams({
    from: rfc3339Text(window.from),
    to: rfc3339Text(window.to),
    ...(after === undefined ? {} : { after }),
  });
  const answer = await answerOf(client, `/listing?${query.toString()}`, { timeoutMs, ...(signal && { signal }) });
  const { data } = listing.safeParse(answer);
  if (!data) throw new ConnectorUnavailable('The connector does not answer what it has done');
  const { operations, next } = data;
  return { kind: 'page', operations, ...(next !== undefined && { next }) };
}

/** A list has no effect: whatever keeps it from coming, it may be asked for again. */
async function answerOf(
  client: SandboxClient,
  path: string,
  wait: { timeoutMs: number; signal?: AbortSignal },
): Promise<unknown> {
  wait.signal?.throwIfAborted();
  try {
    return await client.list(path, wait);
  } catch (error) {
    wait.signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectorUnavailable(`The connector does not list what it has done: ${why}`);
  }
}
