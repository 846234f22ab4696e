import {
  claimDueNotices,
  endNotice,
  findNoticeContacts,
  type DueNotice,
} from '../../../store/payments/chargeback/chargeback-notice';
import type { Database } from '../../../store/postgres/database';
import { sendMail, withMailSlot, type MailSettings } from '../../platform/mail/send-mail';
import { chargebackNoticeText } from './chargeback-notice.text';

interface SendDueNotices {
  database: Database;
  mail: MailSettings;
  logger: { warn: (about: object, message: string) => void };
}

/** Leaves mail slots for other messages. Few enough to end before the pause of a claim even with a silent mail server. */
const BATCH_SIZE = 6;

/**
 * Sends a batch of due notices of chargebacks. What fails is tried again after a pause of its own, under the same Message-ID.
 * @returns whether to run again at once: there are more, and the mail server answers
 */
export async function sendDueNotices({ database, mail, logger }: SendDueNotices): Promise<boolean> {
  const due = await claimDueNotices(database, BATCH_SIZE);
  const ended = await Promise.all(
    due.map(async (notice) => {
      const { invoiceID, paymentID } = notice.chargeback;
      try {
        const result = await sendNotice(database, mail, notice);
        if (!EXPECTED.has(result))
          logger.warn(
            { invoiceID, paymentID, notice: notice.kind, result },
            'a merchant is not notified of a chargeback',
          );
        return true;
      } catch (error) {
        logger.warn({ err: error, invoiceID, paymentID }, 'a notice of a chargeback is tried again');
        return (error as { type?: string }).type === 'MailDeferred';
      }
    }),
  );
  return ended.includes(true);
}

const EXPECTED: ReadonlySet<string> = new Set(['sent', 'early', 'notNeeded', 'notConfigured']);

async function sendNotice(database: Database, mail: MailSettings, notice: DueNotice): Promise<string> {
  const { chargeback, kind, isEarly } = notice;
  const contacts = await findNoticeContacts(database, chargeback);
  if (contacts === 'notNeeded' || contacts === 'missed') {
    await endNotice(database, notice, contacts === 'missed' ? 'reminderIfMoved' : 'none');
    return contacts;
  }
  const { emails, timeZone } = contacts;
  const message = { id: getMessageID(notice), emails, ...chargebackNoticeText(kind, { chargeback, timeZone }) };
  const result = isEarly ? 'early' : await withMailSlot(mail, () => sendMail(mail, message));
  await endNotice(database, notice, kind === 'opened' || isEarly ? 'reminder' : 'none');
  return result;
}

function getMessageID({ chargeback: { invoiceID, paymentID, id, round, stage }, kind }: DueNotice): string {
  return `chargeback-notice/${invoiceID}.${paymentID}.${id}/${round}.${stage}.${kind}`;
}
