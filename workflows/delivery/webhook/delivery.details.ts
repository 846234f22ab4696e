import type { DeliveryInput, DeliveryState } from './delivery.contract';

/** Details for operators in Temporal UI, without secrets. */
export function deliveryDetails({ webhookID, subject }: DeliveryInput, state: DeliveryState): string {
  const { snapshot, nextAttemptAt } = state;
  if (!snapshot) return '';
  const { host, eventID, attemptCount, waitingCount, firstAttemptAt, lastAttemptAt, lastOutcome } = snapshot;
  return [
    `**${host}** does not take messages about \`${subject}\` (webhook \`${webhookID}\`).`,
    '',
    `- Message ${eventID} since ${firstAttemptAt}; ${waitingCount} wait in all`,
    `- Last attempt: number ${attemptCount}, ${lastAttemptAt}, ${lastOutcome}`,
    `- Next attempt: number ${attemptCount + 1}, **${nextAttemptAt}**`,
  ].join('\n');
}
