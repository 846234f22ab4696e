import type { DueOutlook } from './due-invoices.contract';

/** Details for operators in Temporal UI. */
export function dueInvoicesDetails({ nextAt, waitingCount, failingCount, failing }: DueOutlook): string {
  const waiting = waitingCount < 1_000 ? `${waitingCount}` : `About ${Math.round(waitingCount)}`;
  const lines = [
    nextAt === null ? 'No invoice waits for its due date.' : `The next due date is **${nextAt}**.`,
    '',
    `- ${waiting} unpaid, without a payment under way`,
  ];
  if (failingCount === 0) return lines.join('\n');
  const more = failingCount > failing.length ? ` and ${failingCount - failing.length} more` : '';
  const named = failing.map((id) => `\`${id}\``).join(', ');
  return [...lines, `- **${failingCount} could not be cancelled** and are tried again: ${named}${more}`].join('\n');
}
