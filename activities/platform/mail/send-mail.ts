import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { createTransport } from 'nodemailer';

/** Where mail goes, and from whom. */
export interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

/** A message to a merchant. */
export interface Mail {
  /** `KIND/…`: repetitions of the message have the same Message-ID. */
  id: string;
  emails: readonly string[];
  subject: string;
  text: string;
}

/** `sentToSome`, `refused`: the server does not know some, or any, of the addresses. */
export type MailResult = 'sent' | 'sentToSome' | 'refused' | 'noAddress' | 'notConfigured';

/** A few of the slots that messages share with retries of payments: a silent mail server holds each for up to half a minute. */
const MAX_AT_ONCE = 8;
let atOnce = 0;

/** Makes and sends a message, if there is a mail server and few others are being sent. @throws ApplicationFailure that is tried again */
export async function withMailSlot<Result>(
  { SMTP_URL, MAIL_FROM }: MailSettings,
  send: () => Promise<Result>,
): Promise<Result | 'notConfigured'> {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return 'notConfigured';
  if (atOnce >= MAX_AT_ONCE) throw ApplicationFailure.retryable('other messages are being sent', 'MailBusy');
  atOnce += 1;
  try {
    return await send();
  } finally {
    atOnce -= 1;
  }
}

/** One address each: nothing in it can end a header or add a receiver. */
const ADDRESS = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u;

/** Sends one message to all addresses. @throws ApplicationFailure that is tried again */
export async function sendMail(
  { SMTP_URL: url, MAIL_FROM: from }: MailSettings,
  { id, emails, subject, text }: Mail,
): Promise<MailResult> {
  if (url === undefined || from === undefined) return 'notConfigured';
  const to = emails.filter((email) => ADDRESS.test(email)).map((address) => ({ name: '', address }));
  if (to.length === 0) return 'noAddress';
  const name = createHash('sha256').update(id).digest('hex').slice(0, 32);
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  // A password is never sent without encryption.
  const transport = createTransport({ url, requireTLS: new URL(url).username !== '', ...timeouts });
  try {
    const { rejected } = await transport.sendMail({
      ...{ from: { name: '', address: from }, to, subject, text },
      messageId: `<${id.split('/')[0]}.${name}@${from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    return rejected.length > 0 ? 'sentToSome' : 'sent';
  } catch (error) {
    const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
    // The server knows none of the addresses. Whatever else fails is tried again: `MailDeferred` if the server has answered.
    if (command === 'RCPT TO' && responseCode >= 500) return 'refused';
    throw ApplicationFailure.retryable(
      `the mail server did not take the message: ${code} ${responseCode}`,
      responseCode > 0 ? 'MailDeferred' : 'MailServer',
    );
  } finally {
    transport.close();
  }
}
