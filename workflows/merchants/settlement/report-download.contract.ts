/** Input of the workflow that downloads a report of an acquirer. */
export interface ReportDownloadInput {
  /** The account. */
  account: string;
  /** Of the file. */
  name: string;
}

/** Activities of report downloads. */
export interface ReportDownloadActivities {
  /** Downloads and imports a report that the acquirer has announced; one that cannot be had is listed for operators. Idempotent. */
  downloadReport(input: ReportDownloadInput): Promise<{ isDownloaded: boolean }>;
}
