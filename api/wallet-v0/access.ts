import type { CallerKind } from '../http/access';

const READ = ['apiKey:read'] as const;
const PAYOUTS = ['apiKey:payouts'] as const;
const WEBHOOKS = ['apiKey:webhooks'] as const;

/** Who may call each operation of `/wallet/v0`; a test checks it with every kind of caller. */
export const access = {
  getCurrency: READ,
  getResidence: READ,
  listProviders: READ,
  getProvider: READ,
  listIdentities: READ,
  createIdentity: PAYOUTS,
  getIdentity: READ,
  getWithdrawalMethods: READ,
  createReport: PAYOUTS,
  getReports: READ,
  getReport: READ,
  downloadFile: READ,
  listWallets: READ,
  createWallet: PAYOUTS,
  getWallet: READ,
  getWalletAccount: READ,
  issueWalletGrant: PAYOUTS,
  getWalletByExternalID: READ,
  listDestinations: READ,
  createDestination: PAYOUTS,
  getDestination: READ,
  issueDestinationGrant: PAYOUTS,
  getDestinationByExternalID: READ,
  createQuote: PAYOUTS,
  listWithdrawals: READ,
  createWithdrawal: PAYOUTS,
  getWithdrawal: READ,
  getWithdrawalByExternalID: READ,
  pollWithdrawalEvents: READ,
  getWithdrawalEvents: READ,
  listDeposits: READ,
  listDepositReverts: READ,
  listDepositAdjustments: READ,
  createW2WTransfer: PAYOUTS,
  getW2WTransfer: READ,
  createWebhook: WEBHOOKS,
  getWebhooks: READ,
  getWebhookByID: READ,
  deleteWebhookByID: WEBHOOKS,
} as const satisfies Record<string, readonly CallerKind[]>;
