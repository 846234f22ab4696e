import type { ConnectorNotice, NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import type { AuthorisationReference, LookUpRequest } from '../connector';
import { ownNotice as createOwnNotice } from '../own-notice';
import { toReference } from './payment-method';

/** Statements of our own beside those of Adyen, whose events are upper case. */
const OWN_EVENTS = {
  /** The authorisation is blocked: it is not sent any more. */
  blocked: 'blocked',
  /** A modification was received by Adyen, and its result is due. */
  sent: 'sent',
  /** The authorisation stores its payment method. */
  recurrent: 'recurrent',
  /** The authorisation captures at once. */
  sale: 'sale',
  /** The payer must confirm on a page. */
  redirect: 'redirect',
  /** The payer came back from that page. */
  returned: 'returned',
  /** Native 3-D Secure: the bank wants to see the browser, */
  fingerprint: 'fingerprint',
  /** has seen it or not, */
  fingerprinted: 'fingerprinted',
  /** wants the payer to confirm, */
  challenge: 'challenge',
  /** has its answer from the payer, */
  challenged: 'challenged',
  /** and Adyen has a result. */
  authenticated: 'authenticated',
  /** Documents against a dispute are sent. */
  supplying: 'supplying',
  /** A dispute is defended or accepted. */
  answering: 'answering',
  /** Adyen has said that it has the answer. */
  answered: 'answered',
} as const;

/** The detail of a statement of a report, which no webhook has. */
export const REPORTED = 'reported';

export type OwnEvent = keyof typeof OWN_EVENTS;

/** What is stated about an authorisation and the operations that follow it. */
export interface Statements {
  reference: string;
  /** Adyen's reference of the payment, once it is known. */
  pspReference: string | undefined;
  own: (event: OwnEvent) => ConnectorNotice | undefined;
  authorised: ConnectorNotice | undefined;
  refused: ConnectorNotice | undefined;
  captured: ConnectorNotice | undefined;
  released: ConnectorNotice | undefined;
  /** The result of a modification by its reference, once it is stated. */
  resultOf: (reference: string) => ConnectorNotice | undefined;
  sentCaptures: ConnectorNotice[];
  wasSent: (reference: string) => boolean;
}

const MODIFICATIONS: ReadonlySet<string> = new Set(['CAPTURE', 'CANCELLATION', 'REFUND', 'CANCEL_OR_REFUND']);
const RELEASES: ReadonlySet<string> = new Set(['CANCELLATION', 'TECHNICAL_CANCEL', 'EXPIRE']);
/** Statements that an earlier success failed after all. */
export const REVERSALS: ReadonlySet<string> = new Set(['CAPTURE_FAILED', 'REFUND_FAILED', 'REFUNDED_REVERSED']);

/** Reads what is stated about an authorisation. */
export async function readStatements(book: NoticeBook, authorisation: AuthorisationReference): Promise<Statements> {
  const reference = toReference(authorisation.operationID);
  // A payment that waits for its payer has our reference in the place of Adyen's.
  const isPending = authorisation.connectorReference === reference;
  const connectorReference = isPending ? undefined : authorisation.connectorReference;
  const first = await book.find({ reference, originalReference: connectorReference });
  const found = first.find(({ event, isSuccess }) => event === 'AUTHORISATION' && isSuccess)?.connectorReference;
  const known = found ?? connectorReference;
  const isNew = known !== undefined && known !== connectorReference;
  return toStatements(isNew ? await book.find({ reference, originalReference: known }) : first, reference, known);
}

function toStatements(
  found: readonly ConnectorNotice[],
  reference: string,
  pspReference: string | undefined,
): Statements {
  // A webhook is more exact than a report.
  const notices = found.toSorted((one, other) => rankOf(one) - rankOf(other));
  const followUps = notices.filter(({ originalReference: of }) => of !== undefined && of === pspReference);
  const reversals = followUps.filter(({ event }) => REVERSALS.has(event));
  const reversed = new Set(reversals.map(({ connectorReference }) => connectorReference));
  const isFinal = ({ isSuccess, connectorReference }: ConnectorNotice) =>
    isSuccess && !reversed.has(connectorReference);
  const ours = notices.filter((notice) => notice.reference === reference);
  const own = (event: OwnEvent) => ours.find((notice) => notice.event === event);
  const ofAuthorisation = (isSuccess: boolean) =>
    ours.find((notice) => notice.event === 'AUTHORISATION' && notice.isSuccess === isSuccess);
  const sent = followUps.filter(({ event }) => event === OWN_EVENTS.sent);
  const authorised = ofAuthorisation(true);
  return {
    reference,
    pspReference,
    own,
    authorised,
    refused: ofAuthorisation(false),
    captured: own('sale') ? authorised : followUps.find((notice) => notice.event === 'CAPTURE' && isFinal(notice)),
    released: followUps.find((notice) => RELEASES.has(notice.event) && notice.isSuccess),
    resultOf: (name) => {
      const names = sent.filter((each) => each.reference === name).map((each) => each.connectorReference);
      const result = followUps.find(
        (each) => MODIFICATIONS.has(each.event) && (each.reference === name || names.includes(each.connectorReference)),
      );
      return result && { ...result, isSuccess: isFinal(result) };
    },
    sentCaptures: sent.filter(({ details }) => details['kind'] === 'capture'),
    wasSent: (name) => sent.some((notice) => notice.reference === name),
  };
}

function rankOf({ details }: ConnectorNotice): number {
  return details[REPORTED] === undefined ? 0 : 1;
}

export const ownNotice = createOwnNotice<OwnEvent>;

/** The authorisation that a look-up is about. */
export function getAuthorisation(request: LookUpRequest): AuthorisationReference {
  if ('authorisation' in request) return request.authorisation;
  const { kind, operationID, connectorReference } = request;
  return { kind, operationID, ...(connectorReference !== undefined && { connectorReference }) };
}
