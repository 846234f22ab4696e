import { ConnectorUnavailable } from '../../../connectors/connector';
import { DEFAULT_MAX_PENDING_MS, type StatedTimes } from '../../../connectors/pending';

/** When an operation was first sent and accepted, as recorded. */
export interface SentOperation {
  createdAt: Date;
  sentAt: Date | null;
  acceptedAt: Date | null;
  connectorReference: string | null;
}

/** Whether the operation is only looked up: it was accepted, or its connector no longer remembers its id. */
export function isOnlyLookedUp(times: StatedTimes | undefined, { sentAt, acceptedAt }: SentOperation): boolean {
  if (acceptedAt !== null) return true;
  const { idempotencyMs } = times ?? {};
  return sentAt !== null && idempotencyMs !== undefined && Date.now() - sentAt.getTime() >= idempotencyMs;
}

/** When operators should see a pending operation. */
export function resultDueAt(times: StatedTimes | undefined, now = new Date()): Date {
  return new Date(now.getTime() + (times?.maxPendingMs ?? DEFAULT_MAX_PENDING_MS));
}

/** Helps a connector to find an operation. */
export function lookUpHints({ createdAt, sentAt, connectorReference }: SentOperation) {
  return { since: sentAt ?? createdAt, ...(connectorReference !== null && { connectorReference }) };
}

/** The records of the first request. */
export interface SendingRecord {
  /** @param dueAt until when its connector remembers the operation */
  markSent(dueAt: Date): Promise<void>;
  clearSent(): Promise<void>;
}

/**
 * Records the first request before it is sent, if its connector forgets operation ids. A request that certainly did nothing
 * leaves no record, unless an earlier one did.
 */
export async function sendRecorded<Outcome>(
  { times, sent, record }: { times: StatedTimes | undefined; sent: SentOperation; record: SendingRecord },
  send: () => Promise<Outcome>,
): Promise<Outcome> {
  if (times?.idempotencyMs === undefined) return send();
  await record.markSent(new Date(Date.now() + times.idempotencyMs));
  try {
    return await send();
  } catch (error) {
    if (error instanceof ConnectorUnavailable && sent.sentAt === null) await record.clearSent();
    throw error;
  }
}
