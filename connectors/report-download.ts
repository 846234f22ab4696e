import type { ConnectorNotice } from '../domain/payments/connector-notice/connector-notice';

/** A report that the acquirer announces in a signed callback. */
export interface AnnouncedReport {
  /** Its file name, which is unique in the account. */
  name: string;
  /** Why it is not downloaded. */
  problem?: string;
}

export interface ReportDownloadRequest {
  name: string;
  /** Of the whole download. */
  timeoutMs: number;
  /** Aborts the download. */
  signal?: AbortSignal;
}

/** A file, or why it will not be had by another attempt. */
export type ReportOutcome =
  | {
      kind: 'downloaded';
      content: Buffer;
      /** Whether it is imported as a settlement report. */
      isSettlement: boolean;
      /** What its rows state about operations of the account. */
      notices: ConnectorNotice[];
    }
  | { kind: 'refused'; problem: string };

/** Reports that the acquirer announces by callbacks. */
export interface ReportingConnector {
  /**
   * Downloads a report from the acquirer's own address.
   * @throws ConnectorUnavailable if another attempt may succeed, Refusal with line and column if it cannot be read
   */
  downloadReport(request: ReportDownloadRequest): Promise<ReportOutcome>;
}
