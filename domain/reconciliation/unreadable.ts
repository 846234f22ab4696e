import type { Finding } from './finding';
import type { UnreadableRow } from './operation';
import type { Window } from './passes';

/** A row that cannot be read is for an operator: it may be of any operation, and of any amount. */
export function unreadableFinding(row: UnreadableRow, { from, to }: Window): Finding {
  const { name, kind = 'unknown', connectorReference, reason, at } = row;
  return {
    kind: 'unreadableRow',
    operationID: name,
    operationKind: kind,
    reason: `a row of its list cannot be read: ${reason}`,
    currency: null,
    connectorMinor: null,
    recordedMinor: null,
    ...(connectorReference !== undefined && { connectorReference }),
    // Within its window in any case, by which the second pass knows what it has to find again.
    at: at && at >= from && at < to ? at : from,
  };
}
