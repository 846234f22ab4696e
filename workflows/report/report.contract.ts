import type { ReportFormat } from '../../domain/report/report';

/** Input of a report workflow. */
export interface ReportInput {
  reportID: number;
}

/** A stored file. */
export interface BuiltFile {
  format: ReportFormat;
  key: string;
}

/** Idempotent activities of report workflows. */
export interface ReportActivities {
  /** Builds and stores one file; a retry starts over. */
  buildFile(input: ReportInput & Pick<BuiltFile, 'format'>): Promise<BuiltFile>;
  /** The same for a registry. Workers of 0.1.0 do not know it, which would write files without rows. */
  buildRegistryFile(input: ReportInput & Pick<BuiltFile, 'format'>): Promise<BuiltFile>;
  completeReport(input: ReportInput & { files: BuiltFile[] }): Promise<void>;
  /** `reason` is absent if an operator cancelled it. */
  cancelReport(input: ReportInput & { reason?: string }): Promise<void>;
}
