import type { Report } from '../../domain/report/report';
import type * as Wire from './report.types';

/** A report as the Wallet API shows it. */
export function presentReport(report: Report): Wire.Report {
  return {
    id: report.id,
    createdAt: report.createdAt.toISOString(),
    fromTime: report.fromTime.toISOString(),
    toTime: report.toTime.toISOString(),
    status: report.status,
    type: report.type,
    files: report.fileIDs.map((id) => ({ id })),
  };
}
