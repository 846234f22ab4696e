import type { EndpointInput, EndpointState } from './endpoint.contract';

const MINUTE_MS = 60_000;

/** Details for operators in Temporal UI. */
export function endpointDetails({ webhookID }: EndpointInput, state: EndpointState, nowMs: number): string {
  const { snapshot, lastBatch } = state;
  if (!snapshot) return '';
  const { host, subjectCount, dueCount, nextAttemptAt } = snapshot;
  const lateMinutes = Math.floor((nowMs - Date.parse(nextAttemptAt)) / MINUTE_MS);
  return [
    `**${host}** does not take messages about ${subjectCount} subjects (webhook \`${webhookID}\`).`,
    '',
    dueCount === 0
      ? `- Next attempt: **${nextAttemptAt}**`
      : `- ${dueCount} attempts are due, the oldest since ${nextAttemptAt}; the oldest is made first`,
    ...(lateMinutes > 0 ? [`- Attempts come **${lateMinutes} min late**: more are due than the endpoint ends`] : []),
    ...(lastBatch
      ? [`- Last batch: until ${lastBatch.endedAt}, ${lastBatch.attemptCount} sent, ${lastBatch.deliveredCount} taken`]
      : []),
  ].join('\n');
}
