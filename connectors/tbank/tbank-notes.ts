import type { ConnectorNotice, NoticeBook } from '../../domain/payments/connector-notice/connector-notice';
import { ownNotice } from '../own-notice';

/**
 * What the connector itself keeps of a payment: the bank shows neither the page of a session again nor its refunds.
 * `settling`, `unsettled`, `settled`: the receipt that settles a prepayment is about to be sent, was certainly not sent, was taken.
 * `blocked`: no session is begun any more. `page`: the session whose page or code the payer has, or that a card is sent to.
 * `challenge`, `returned`: 3-D Secure of a card, which the payer has left. `captured`: the amount was confirmed by an answer. `refunding`, `accepted`, `refunded`, `refused`: a refund is about to be sent, is due, was done, will not be done.
 */
type Note =
  | 'settling'
  | 'unsettled'
  | 'settled'
  | 'blocked'
  | 'page'
  | 'challenge'
  | 'returned'
  | 'captured'
  | 'refunding'
  | 'accepted'
  | 'refunded'
  | 'refused';

type Fields = Pick<ConnectorNotice, 'connectorReference'> & Partial<Pick<ConnectorNotice, 'amount' | 'details'>>;

/** The notes of one payment, by the operation of its authorisation. */
export class TBankNotes {
  private constructor(
    private readonly book: NoticeBook,
    private readonly authorisation: string,
    private readonly notices: readonly ConnectorNotice[],
  ) {}

  static async read(book: NoticeBook, authorisation: string): Promise<TBankNotes> {
    const notices = await book.find({ reference: authorisation, originalReference: authorisation });
    return new TBankNotes(book, authorisation, notices);
  }

  find(note: Note, operationID = this.authorisation): ConnectorNotice | undefined {
    return this.notices.find(({ event, reference }) => event === note && reference === operationID);
  }

  list(note: Note): ConnectorNotice[] {
    return this.notices.filter(({ event }) => event === note);
  }

  count(note: Note, operationID: string): number {
    return this.list(note).filter(({ reference }) => reference === operationID).length;
  }

  /** Adds a note once, or once for each attempt. */
  async add(note: Note, fields: Fields, operationID = this.authorisation, attempt = 0): Promise<void> {
    const originalReference = operationID === this.authorisation ? {} : { originalReference: this.authorisation };
    const id = `${note}/${operationID}${attempt === 0 ? '' : `/${attempt}`}`;
    await this.book.record([ownNotice(note, { id, reference: operationID, ...originalReference, ...fields })]);
  }
}
