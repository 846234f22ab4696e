import type { Finding } from './finding';
import type { UnreadableRow } from './operation';
import type { Window } from './passes';

/** Builds the finding of an unreadable row, which an operator must examine. */
export function unreadableFinding(row: UnreadableRow, { from, to }: Window): Finding {
  const { name, kind = 'unknown', connectorReference, reason, at } = row;
  return {
    kind: 'unreadableRow',
    operationID: name,
    operationKind: kind,
    facts: { text: reason },
    currency: null,
    connectorMinor: null,
    recordedMinor: null,
    ...(connectorReference !== undefined && { connectorReference }),
    // Always within the window, so that the second pass finds it again.
    at: at && at >= from && at < to ? at : from,
  };
}
