import { getReportProgress, type Report } from '../../../domain/merchants/report/report';
import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { OperatedRegistry } from './registry.types';

export function presentOperatedRegistry(report: Report): OperatedRegistry {
  const { id, type, partyID, shopID, documentID, orderedBy, status, rowsTotal, expiresAt, createdAt } = report;
  if (type === 'withdrawalRegistry') throw new Error(`the report ${id} is not a registry`);
  return {
    registryID: id,
    kind: type,
    partyID,
    ...(shopID === null ? {} : { shopID }),
    ...(documentID === null ? {} : { documentID }),
    from: rfc3339Text(report.fromTime),
    to: rfc3339Text(report.toTime),
    createdAt: rfc3339Text(createdAt),
    ...(orderedBy === null ? {} : { orderedBy }),
    status,
    progress: getReportProgress(report),
    rowCount: rowsTotal ?? 0,
    expiresAt: rfc3339Text(expiresAt ?? createdAt),
  };
}
