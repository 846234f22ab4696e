import { present } from '../../../domain/platform/fields/present';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { RecordedFinding } from '../../../store/operators/reconciliation/findings';
import type { ReconciliationOverview } from '../../../store/operators/reconciliation/overview';
import type { ReconciledConnectorState, ReconciliationFinding } from './reconciliation.types';

export function presentFinding(finding: RecordedFinding): ReconciliationFinding {
  const { id, connector, kind, status, subject, operationID, operationKind, facts } = finding;
  const { currency, connectorMinor, recordedMinor, connectorReference, differences, resolution, resolvedBy } = finding;
  return {
    ...{ id, connector, kind, status, subject, operationID, operationKind, facts },
    ...(connectorMinor !== null && { connectorAmount: Number(connectorMinor) }),
    ...(recordedMinor !== null && { recordedAmount: Number(recordedMinor) }),
    ...present({ currency, connectorReference, differences, resolution, resolvedBy }),
    operationAt: rfc3339Text(finding.operationAt),
    foundAt: rfc3339Text(finding.foundAt),
    statusChangedAt: rfc3339Text(finding.statusChangedAt),
  };
}

export function presentConnector(overview: ReconciliationOverview): ReconciledConnectorState {
  const { connector, cursors, comparedAt, problem, problemSince, endedAt, endedBy, endReason, open } = overview;
  return {
    connector,
    comparedOnceUntil: rfc3339Text(cursors.hour),
    comparedTwiceUntil: rfc3339Text(cursors.day),
    ...present({ comparedAt: rfc3339Text(comparedAt), problem, problemSince: rfc3339Text(problemSince) }),
    ...present({ endedAt: rfc3339Text(endedAt), endedBy, endReason }),
    open: open.map(({ kind, count }) => ({ kind, count })),
  };
}
