import { z } from 'zod';
import { OPERATION_KINDS } from '../../domain/operators/reconciliation/operation';
import { parseRfc3339, rfc3339Text } from '../../domain/platform/rfc3339/rfc3339';
import { ConnectorUnavailable, type ListRequest, type OperationPage } from '../connector';
import { listedAmount, listedCurrency, listedMoment, listedName } from '../list-fields';
import { readRows, type RowHints } from '../list-rows';
import { readListText } from '../list-text';
import type { SandboxClient } from './sandbox-client';

const row = z.object({
  operationID: listedName,
  kind: z.enum(OPERATION_KINDS),
  state: z.enum(['held', 'voided', 'done', 'declined']),
  amountMinor: listedAmount.transform(BigInt).nullable(),
  currency: listedCurrency.nullable(),
  effectCount: z.int().min(0),
  connectorReference: listedName,
  at: listedMoment,
});

const place = z.object({ next: z.string().optional() });

function getHints({ operationID, kind, connectorReference, at }: Readonly<Record<string, unknown>>): RowHints {
  return { operationID, kind, connectorReference, at: typeof at === 'string' ? parseRfc3339(at) : undefined };
}

/** Lists a page of the sandbox's operations. @throws ConnectorUnavailable without a readable list */
export async function listOperations(
  client: SandboxClient,
  { window, after, timeoutMs, signal }: ListRequest,
): Promise<OperationPage> {
  const query = new URLSearchParams({
    from: rfc3339Text(window.from),
    to: rfc3339Text(window.to),
    ...(after === undefined ? {} : { after }),
  });
  const answer = await requestList(client, `/listing?${query.toString()}`, { timeoutMs, ...(signal && { signal }) });
  const list = answer === undefined ? undefined : readListText(answer, 'operations');
  const { data } = place.safeParse(list?.rest);
  if (!list || !data) throw new ConnectorUnavailable('The connector returned no readable list');
  const { next } = data;
  const read = readRows(list.rows, { schema: row, getOperations: (listed) => [listed], getHints });
  return { kind: 'page', ...read, ...(next !== undefined && { next }) };
}

/** A list has no effect, so every failure is retryable. */
async function requestList(
  client: SandboxClient,
  path: string,
  wait: { timeoutMs: number; signal?: AbortSignal },
): Promise<string | undefined> {
  wait.signal?.throwIfAborted();
  try {
    return await client.list(path, wait);
  } catch (error) {
    wait.signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new ConnectorUnavailable(`The connector does not list its operations: ${why}`);
  }
}
