import { rfc3339Text } from '../../../domain/rfc3339/rfc3339';
import type { RecordedFinding } from '../../../store/reconciliation/findings';
import type { ReconciliationOverview } from '../../../store/reconciliation/overview';
import type { ReconciledConnectorState, ReconciliationFinding } from './reconciliation.types';

export function presentFinding(finding: RecordedFinding): ReconciliationFinding {
  const { id, connector, kind, status, subject, operationID, operationKind, reason } = finding;
  const { currency, connectorMinor, recordedMinor, connectorReference, resolution, resolvedBy } = finding;
  return {
    ...{ id, connector, kind, status, subject, operationID, operationKind, reason },
    ...(currency !== null && { currency }),
    ...(connectorMinor !== null && { connectorAmount: Number(connectorMinor) }),
    ...(recordedMinor !== null && { recordedAmount: Number(recordedMinor) }),
    ...(connectorReference !== null && { connectorReference }),
    ...(finding.differences !== null && { differences: finding.differences }),
    operationAt: rfc3339Text(finding.operationAt),
    foundAt: rfc3339Text(finding.foundAt),
    statusChangedAt: rfc3339Text(finding.statusChangedAt),
    ...(resolution !== null && { resolution }),
    ...(resolvedBy !== null && { resolvedBy }),
  };
}

export function presentConnector(overview: ReconciliationOverview): ReconciledConnectorState {
  const { connector, cursors, comparedAt, problem, problemSince, endedAt, endedBy, endReason, open } = overview;
  return {
    connector,
    comparedOnceUntil: rfc3339Text(cursors.hour),
    comparedTwiceUntil: rfc3339Text(cursors.day),
    ...(comparedAt && { comparedAt: rfc3339Text(comparedAt) }),
    ...(problem !== null && { problem }),
    ...(problemSince && { problemSince: rfc3339Text(problemSince) }),
    ...(endedAt && { endedAt: rfc3339Text(endedAt) }),
    ...(endedBy !== null && { endedBy }),
    ...(endReason !== null && { endReason }),
    open: open.map(({ kind, count }) => ({ kind, count })),
  };
}
