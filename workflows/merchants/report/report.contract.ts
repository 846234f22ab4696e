import type { ReportFormat } from '../../../domain/merchants/report/report';

/** Input of a report workflow. */
export interface ReportInput {
  reportID: number;
  /** Default: those of registries. */
  formats?: readonly ReportFormat[];
}

/** One of its files. */
export interface ReportFileInput extends Pick<ReportInput, 'reportID'> {
  format: ReportFormat;
}

/** Idempotent activities of report workflows. */
export interface ReportActivities {
  /** Builds and stores one file; a retry starts over. */
  buildFile(input: ReportFileInput): Promise<void>;
  /** The same for a registry. Workers of 0.1.0 do not know it, which would write files without rows. */
  buildRegistryFile(input: ReportFileInput): Promise<void>;
  /** Records that the report is created if its files are stored. */
  completeReport(input: ReportInput): Promise<void>;
  /** Cancels a report whose files failed too often or too long, by the database. */
  cancelReport(input: ReportInput): Promise<void>;
}
