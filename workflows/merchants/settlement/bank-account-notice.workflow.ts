import { setCurrentDetails } from '@temporalio/workflow';
import { ordinaryActivities, UNLIMITED_RETRY } from '../../platform/operation/summarised';
import type { BankAccountNoticeActivities, BankAccountNoticeInput } from './bank-account-notice.contract';

const activities = ordinaryActivities<BankAccountNoticeActivities>(
  { sendBankAccountNotice: 'Tells the merchant by e-mail that the bank account has changed' },
  { startToCloseTimeout: '2 min', retry: UNLIMITED_RETRY },
);

/** Tells a merchant of a changed bank account, until the mail server has taken the message or refused it for good. */
export async function bankAccountNotice(input: BankAccountNoticeInput): Promise<string> {
  const { result } = await activities.sendBankAccountNotice(input);
  setCurrentDetails(result.startsWith('sent') ? result : `**${result}**: tell the merchant by telephone`);
  return result;
}
