import { createHash } from 'node:crypto';
import { ApplicationFailure, log } from '@temporalio/activity';
import { createTransport } from 'nodemailer';
import { endTracking, isTracked } from '../../../store/operators/recovery/tracked-workflows';
import { readBankAccountChange } from '../../../store/merchants/settlement/bank-account-notice';
import type { Store } from '../../../store/store';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type {
  BankAccountNoticeActivities,
  BankAccountNoticeInput,
  BankAccountNoticeResult,
} from '../../../workflows/merchants/settlement/bank-account-notice.contract';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { SUBJECT, bankAccountNoticeText } from './bank-account-notice.text';

/** Where mail goes, and from whom. */
export interface MailSettings {
  SMTP_URL?: string | undefined;
  MAIL_FROM?: string | undefined;
}

interface NoticeDependencies {
  store: Store;
  mail: MailSettings;
}

/** Activities of notices of changed bank accounts. */
export function createBankAccountNoticeActivities(dependencies: NoticeDependencies): BankAccountNoticeActivities {
  const { database } = dependencies.store;
  return {
    sendBankAccountNotice: (input) =>
      toApplicationFailures(async () => {
        const workflowID = workflowIDs.bankAccountNotice(input.contractID, input.version);
        if (!(await isTracked(database, workflowID))) return { result: 'sentBefore' };
        const result = await send(dependencies, workflowID, input);
        const { contractID } = input;
        if (result !== 'sent') log.warn('a merchant is not notified of a changed bank account', { contractID, result });
        await endTracking(database, workflowID);
        return { result };
      }),
  };
}

/** One address each: nothing in it can end a header or add a receiver. */
const ADDRESS = /^[^\s\p{Cc},;:<>()[\]"\\@]+@[^\s\p{Cc},;:<>()[\]"\\@]+$/u;

async function send(
  { store, mail: { SMTP_URL: url, MAIL_FROM: from } }: NoticeDependencies,
  workflowID: string,
  { contractID, version }: BankAccountNoticeInput,
): Promise<BankAccountNoticeResult> {
  if (url === undefined || from === undefined) return 'notConfigured';
  const { emails, ...change } = await readBankAccountChange(store.database, { contractID, version });
  const to = emails.filter((email) => ADDRESS.test(email)).map((address) => ({ name: '', address }));
  if (to.length === 0) return 'noAddress';
  const name = createHash('sha256').update(workflowID).digest('hex').slice(0, 32);
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
  // A password is never sent without encryption.
  const transport = createTransport({ url, requireTLS: new URL(url).username !== '', ...timeouts });
  try {
    const { rejected } = await transport.sendMail({
      ...{ from: { name: '', address: from }, to, subject: SUBJECT, text: bankAccountNoticeText(contractID, change) },
      messageId: `<bank-account-notice.${name}@${from.split('@')[1]}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    if (rejected.length > 0)
      log.warn('some contacts of a contract were refused', { contractID, count: rejected.length });
    return 'sent';
  } catch (error) {
    const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number };
    // The server knows none of the addresses. Whatever else fails is tried again.
    if (command === 'RCPT TO' && responseCode >= 500) return 'refused';
    throw ApplicationFailure.retryable(
      `the mail server did not take the message: ${code} ${responseCode}`,
      'MailServer',
    );
  } finally {
    transport.close();
  }
}
