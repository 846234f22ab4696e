import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import type { Report } from '../../../domain/merchants/report/report';
import type * as Wire from './report.types';

export function presentReport(report: Report): Wire.Report {
  return {
    id: report.id,
    createdAt: rfc3339Text(report.createdAt),
    fromTime: rfc3339Text(report.fromTime),
    toTime: rfc3339Text(report.toTime),
    status: report.status,
    type: 'withdrawalRegistry',
    files: report.files.map(({ id }) => ({ id })),
  };
}
