import { activityInfo, ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { ConnectorMisuse } from '../../../connectors/connector';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../store/postgres/database-failure';
import { failureTypes } from '../../../workflow-names/workflow-messages';

/** After its deadline an operation waits this long for its connector, and then ends without it. */
export const EXPIRY_GRACE_MS = 30_000;

const MIN_DELAY_MS = 100;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;

const OWN = [DatabaseUnavailable, OutcomeUnknown, CancelledFailure, Refusal];
const OWN_TYPES: readonly (string | null | undefined)[] = [failureTypes.notDue, failureTypes.inputContradicted];

/**
 * Retries a step whose connector gives no usable answer, with the usual delays and at the end of the time. Our own failures
 * are thrown.
 * @returns when the time is over, or if the connector rejects the request, so that retries cannot help
 */
export function retryUntil(error: unknown, leftMs: number): void {
  if (!(error instanceof Error) || error.name === 'AbortError' || OWN.some((own) => error instanceof own)) throw error;
  if (error instanceof ApplicationFailure && OWN_TYPES.includes(error.type)) throw error;
  if (leftMs <= 0 || error instanceof ConnectorMisuse) return;
  const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** Math.min(activityInfo().attempt - 1, 10), MAX_DELAY_MS);
  throw ApplicationFailure.create({
    message: error.message,
    type: OutcomeUnknown.name,
    cause: error,
    nextRetryDelay: Math.max(Math.min(backoffMs, leftMs), MIN_DELAY_MS),
  });
}
