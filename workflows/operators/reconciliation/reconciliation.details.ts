import type { ReconciliationSnapshot } from './reconciliation.contract';

/** Details for operators in Temporal UI. */
export function reconciliationDetails({ look, ...state }: ReconciliationSnapshot): string {
  if (!look) return 'Nothing compared yet.';
  const open = Object.entries(look.open).map(([kind, count]) => `- **${count}** ${kind}`);
  return [
    open.length === 0 ? 'Nothing waits for an operator.' : 'For an operator (`holdfast reconciliation list`):',
    ...(open.length === 0 ? [] : ['', ...open]),
    '',
    `- ${state.operationCount} operations compared in ${state.windowCount} windows, ${state.repairedCount} differences repaired`,
    `- the next window is due at **${look.nextAt}**`,
  ].join('\n');
}
