import type { ReportFormat } from '../../domain/report/report';

/** What a report's workflow is started with. */
export interface ReportInput {
  reportID: number;
}

/** A file that rests in the storage. */
export interface BuiltFile {
  format: ReportFormat;
  key: string;
}

/** What the workflow needs of the world. Each is harmless when repeated. */
export interface ReportActivities {
  /** Builds one file and puts it into the storage; begun anew where an earlier attempt died. */
  buildFile(input: ReportInput & Pick<BuiltFile, 'format'>): Promise<BuiltFile>;
  completeReport(input: ReportInput & { files: BuiltFile[] }): Promise<void>;
  /** `reason`: why its files could not be built; none where an operator cancels it. */
  cancelReport(input: ReportInput & { reason?: string }): Promise<void>;
}
