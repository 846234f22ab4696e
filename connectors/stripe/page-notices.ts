import type { ConnectorNotice, NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { ownNotice } from '../own-notice';

/** Statements of our own about a payment whose payer enters cards on our page. */
type PageEvent =
  /** The page may be opened. */
  | 'page'
  /** The payer has entered a card. */
  | 'card'
  /** The bank of the card asks the payer to confirm. */
  | 'redirect'
  /** The payer has come back from the bank. */
  | 'returned'
  /** The card did not pay. */
  | 'declined'
  /** No card is confirmed any more. */
  | 'closed';

/** The query parameter of the page’s address that a bank sends the payer back to. */
export const RETURNED = 'returned';

export type PageState = Awaited<ReturnType<typeof readPage>>;

export async function readPage(book: NoticeBook, operationID: string) {
  const notices = await book.find({ reference: operationID });
  const attempt = notices.filter(({ event }) => event === 'declined').length + 1;
  const find = (event: PageEvent) =>
    notices.find((notice) => notice.event === event && [undefined, `${attempt}`].includes(notice.details['attempt']));
  return {
    /** Absent for a payment without the page. */
    page: find('page'),
    /** Counts the cards, from 1: a card is entered once the one before it was declined. */
    attempt,
    /** Of the attempt, as far as it has come. */
    card: find('card'),
    bankUrl: find('redirect')?.details['url'],
    hasReturned: find('returned') !== undefined,
    isClosed: find('closed') !== undefined,
  };
}

/** Two statements about one attempt have one id, so the first one counts. */
export function attemptNotice(
  event: 'card' | 'redirect' | 'returned' | 'declined',
  { operationID: reference, attempt }: { operationID: string; attempt: number },
  details: Readonly<Record<string, string>> = {},
): ConnectorNotice {
  const id = `${event}/${reference}#${attempt}`;
  return ownNotice(event, { reference, id, details: { ...details, attempt: String(attempt) } });
}

export const pageNotice = ownNotice<PageEvent>;
