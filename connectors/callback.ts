import { timingSafeEqual } from 'node:crypto';
import type { DisputeNotice } from '../domain/payments/dispute/dispute';
import type { ConnectorNotice, NoticeBook } from '../domain/payments/connector-notice/connector-notice';
import type { AnnouncedReport } from './report-download';

/** A request to `/callbacks/<connector>` with its raw bytes, which the signature covers. */
export interface CallbackRequest {
  body: Buffer;
  /** The sender's address, behind trusted proxies; some connectors sign nothing and send from known networks. */
  address?: string | undefined;
  header: (name: string) => string | undefined;
}

/** A response that a sender expects; without it 200 with an empty body. */
export interface CallbackResponse {
  status: number;
  contentType: string;
  body: string;
}

/** The operations of a callback: one to look up, or statements that are kept and whose operations are looked up. */
export interface ReadCallback {
  kind: 'read';
  operationID?: string;
  notices?: ConnectorNotice[];
  /** Optional: what the connector states about disputes. Each opens, changes or ends a chargeback. */
  disputes?: DisputeNotice[];
  /** Optional: reports that can be downloaded. Each is imported once. */
  reports?: AnnouncedReport[];
  /** Sent once the callback is recorded, so that an unrecorded one is sent again. */
  response?: CallbackResponse;
}

/** Refused without a valid signature, unreadable if its content is invalid. */
export type CallbackReading = ReadCallback | Rejected<'refused'> | Rejected<'unreadable'>;

interface Rejected<Kind> {
  kind: Kind;
  response?: CallbackResponse;
}

/** A payer's return from a connector's page. */
export interface ReadReturn {
  operationID: string;
  notice: ConnectorNotice;
}

/** A request of a payer's browser to an address of the account. */
export interface PayerRequest {
  query: URLSearchParams;
  /** A form that a bank lets the browser post. */
  form?: URLSearchParams | undefined;
  notices: NoticeBook;
  language: PageLanguage;
}

/** Of pages that a connector shows to payers. */
export type PageLanguage = 'ru' | 'en';

/** A page with its Content-Security-Policy. */
export interface CallbackPage {
  html: string;
  policy: string;
}

/** What such a request states; without a page the payer goes back to the shop. */
export interface PayerVisit {
  operationID: string;
  notices: ConnectorNotice[];
  page: CallbackPage | undefined;
}

/** Reads a connector's callbacks. Apart from disputes a callback only triggers a look-up. */
export interface CallbackReader {
  read(request: CallbackRequest): CallbackReading;
  /** Reads the query, and the form, with which a payer returns; undefined without a valid signature. */
  readReturn?(query: URLSearchParams, body?: Buffer): ReadReturn | undefined;
  /** Leads a payer through pages of the connector's own; undefined for other addresses. */
  visit?(request: PayerRequest): Promise<PayerVisit | undefined>;
}

/** Whether a signature is the expected one, in a time that does not tell how much of it is. */
export function isSigned(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
