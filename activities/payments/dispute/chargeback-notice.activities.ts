import { log } from '@temporalio/activity';
import { getReminderTime } from '../../../domain/payments/chargeback/answer-deadline';
import { endTracking, isTracked } from '../../../store/operators/recovery/tracked-workflows';
import { findOpenStage } from '../../../store/payments/chargeback/chargeback-notice';
import type { Clock } from '../../../store/postgres/database-clock';
import type { Store } from '../../../store/store';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import type { ChargebackNoticeActivities } from '../../../workflows/payments/dispute/chargeback-notice.contract';
import { sendMail, withMailSlot, type MailSettings } from '../../platform/mail/send-mail';
import { toApplicationFailures } from '../../platform/operation/application-failures';
import { chargebackNoticeText } from './chargeback-notice.text';

/** Activities of notices of chargebacks. */
export function createChargebackNoticeActivities({
  store: { database },
  mail,
  clock,
}: {
  store: Store;
  mail: MailSettings;
  clock: Clock;
}): ChargebackNoticeActivities {
  return {
    sendChargebackNotice: (input) =>
      toApplicationFailures(async () => {
        const workflowID = workflowIDs.chargebackNotice(input);
        if (!(await isTracked(database, workflowID))) return { result: 'sentBefore' };
        const send = async () => {
          const open = await findOpenStage(database, input);
          if (!open) return 'notNeeded';
          const waitMs = getReminderTime(open.chargeback).getTime() - (await clock()).getTime();
          if (input.notice === 'due' && waitMs > 0) return { waitMs };
          return sendMail(mail, { workflowID, emails: open.emails, ...chargebackNoticeText(input.notice, open) });
        };
        const result = await withMailSlot(mail, send);
        if (typeof result === 'object') return result;
        const { invoiceID, paymentID } = input;
        if (result === 'noAddress' || result === 'refused')
          log.warn('a merchant is not notified of a chargeback', { invoiceID, paymentID, result });
        await endTracking(database, workflowID);
        return { result };
      }),
  };
}
