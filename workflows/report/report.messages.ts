/** What a report's workflow is started with. */
export interface ReportInput {
  reportID: number;
}

/** A file that rests in the storage. */
export interface BuiltFile {
  format: 'csv' | 'xlsx';
  key: string;
}
