import { log } from '@temporalio/activity';
import { endTracking, isTracked } from '../../../store/operators/recovery/tracked-workflows';
import { readBankAccountChange } from '../../../store/merchants/settlement/bank-account-notice';
import type { Store } from '../../../store/store';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { BankAccountNoticeActivities } from '../../../workflows/merchants/settlement/bank-account-notice.contract';
import { sendMail, withMailSlot, type MailSettings } from '../../platform/mail/send-mail';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { SUBJECT, bankAccountNoticeText } from './bank-account-notice.text';

/** Activities of notices of changed bank accounts. */
export function createBankAccountNoticeActivities({
  store: { database },
  mail,
}: {
  store: Store;
  mail: MailSettings;
}): BankAccountNoticeActivities {
  return {
    sendBankAccountNotice: (input) =>
      toApplicationFailures(async () => {
        const { contractID, version } = input;
        const workflowID = workflowIDs.bankAccountNotice(contractID, version);
        if (!(await isTracked(database, workflowID))) return { result: 'sentBefore' };
        const send = async () => {
          const { emails, ...change } = await readBankAccountChange(database, { contractID, version });
          const text = bankAccountNoticeText(contractID, change);
          return sendMail(mail, { id: workflowID, emails, subject: SUBJECT, text });
        };
        const result = await withMailSlot(mail, send);
        if (result !== 'sent') log.warn('a merchant is not notified of a changed bank account', { contractID, result });
        await endTracking(database, workflowID);
        return { result };
      }),
  };
}
