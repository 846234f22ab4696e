import { momentText } from '../../../domain/moment/moment';
import type { Report } from '../../../domain/report/report';
import type * as Wire from './report.types';

/** A report as the Wallet API shows it. */
export function presentReport(report: Report): Wire.Report {
  return {
    id: report.id,
    createdAt: momentText(report.createdAt),
    fromTime: momentText(report.fromTime),
    toTime: momentText(report.toTime),
    status: report.status,
    type: report.type,
    files: report.fileIDs.map((id) => ({ id })),
  };
}
