/** Input of the workflow that tells a merchant of a changed bank account: the version of the contract that has the new one. */
export interface BankAccountNoticeInput {
  contractID: string;
  version: number;
}

export type BankAccountNoticeResult = 'sent' | 'sentToSome' | 'sentBefore' | 'refused' | 'noAddress' | 'notConfigured';

/** Activities of a notice. */
export interface BankAccountNoticeActivities {
  /** Sends one message to the merchant's contacts. A repetition has the same Message-ID; once accepted, nothing is sent. */
  sendBankAccountNotice(input: BankAccountNoticeInput): Promise<{ result: BankAccountNoticeResult }>;
}
