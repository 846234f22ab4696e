import type { LookupFunction } from 'node:net';
import { AcquirerHttp } from '../acquirer-http';
import { ConnectorUnavailable } from '../connector';
import type { AnnouncedReport, ReportingConnector, ReportOutcome } from '../report-download';
import { inPieces, MAX_REPORT_BYTES } from '../../bankfiles/report-table';
import { PAYMENT_ACCOUNTING, readReportNotices, SETTLEMENT_DETAILS } from './adyen-report-notices';

/** Where Adyen keeps reports (docs.adyen.com/reporting/automatically-get-reports). */
const TEST_REPORTS_URL = 'https://ca-test.adyen.com/reports/download';
const LIVE_REPORTS_URL = 'https://ca-live.adyen.com/reports/download';

/** The reports that are read; the name is signed, the address is not. */
const READ_REPORTS = [
  { name: /^settlement_detail_report_batch_[\w-]{1,60}\.csv$/, report: SETTLEMENT_DETAILS },
  { name: /^payments_accounting_report_[\w-]{1,60}\.csv$/, report: PAYMENT_ACCOUNTING },
];

const findReport = (given: string) => READ_REPORTS.find(({ name }) => name.test(given))?.report;

export interface AdyenReportsOptions {
  merchantAccount: string;
  /** The address of report downloads; default: that of the environment. */
  url: string | undefined;
  isLive: boolean;
}

const sourceOf = ({ url, isLive }: AdyenReportsOptions) => url ?? (isLive ? LIVE_REPORTS_URL : TEST_REPORTS_URL);

function pathOf({ merchantAccount }: AdyenReportsOptions, name: string): string {
  return `/MerchantAccount/${encodeURIComponent(merchantAccount)}/${name}`;
}

/** Reads an announcement; undefined for a report that is not read. An address that is not the account's own is not requested. */
export function readAnnouncement(
  options: AdyenReportsOptions,
  { pspReference: name, reason }: { pspReference: string; reason?: string | null | undefined },
): AnnouncedReport | undefined {
  if (!findReport(name)) return undefined;
  const isOwn = reason === sourceOf(options).replace(/\/$/, '') + pathOf(options, name);
  return isOwn ? { name } : { name, problem: 'the notification names another address than that of the account' };
}

/** Downloads reports with the key of reports, only from the address of the account's settings. */
export function downloadAdyenReports(
  given: AdyenReportsOptions & { apiKey: string; lookup?: LookupFunction | undefined },
): ReportingConnector {
  const { merchantAccount } = given;
  const http = new AcquirerHttp('Adyen', { url: sourceOf(given), lookup: given.lookup });
  return {
    downloadReport: async ({ name, ...limits }): Promise<ReportOutcome> => {
      const report = findReport(name);
      if (!report) return { kind: 'refused', problem: 'it is not a report that is read' };
      const call = { path: pathOf(given, name), headers: { 'x-api-key': given.apiKey }, ...limits };
      const { status, content } = await http.download({ ...call, maxBytes: MAX_REPORT_BYTES });
      if (status === 200 && content) {
        const notices = await readReportNotices(inPieces(content), { merchantAccount, report });
        return { kind: 'downloaded', content, isSettlement: report.isImported, notices };
      }
      if (status === 200) return { kind: 'refused', problem: `it is larger than ${MAX_REPORT_BYTES} bytes` };
      const isKey = status === 401 || status === 403;
      if (isKey) return { kind: 'refused', problem: `Adyen rejects the key of reports: status ${status}` };
      // A new report may not be there yet.
      const isPassing = status === 404 || status === 408 || status === 429 || status >= 500;
      if (isPassing) throw new ConnectorUnavailable(`Adyen answers ${status}`);
      return { kind: 'refused', problem: `Adyen answers ${status}` };
    },
  };
}
