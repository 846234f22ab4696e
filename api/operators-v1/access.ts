import { ROLES, type Role } from '../../domain/operator/roles';
import type { CallerKind } from '../http/access';

const allow = <R extends Role>(...roles: R[]): `operator:${R}`[] => roles.map((role) => `operator:${role}` as const);

/** Reads that show no more than what happened. */
const ANY = allow(...ROLES);
const SUPPORT = allow('support');
const FINANCE = allow('finance');
const ADMINISTRATOR = allow('administrator');
/** The type of the command decides which of these may request it (`domain/operator-command/command-types.ts`). */
const COMMANDERS = allow('support', 'finance', 'configuration', 'administrator');
const CONFIGURATION = allow('configuration');

/** The roles that may call each operation of `/operators/v1`. */
export const access = {
  getPaymentTimeline: ANY,
  getRefundTimeline: ANY,
  getWithdrawalTimeline: ANY,
  getSubjectTimeline: ANY,
  searchEverywhere: ANY,
  getStatistics: ANY,
  rebuildStatistics: ADMINISTRATOR,
  getQueue: ANY,
  listQueue: ANY,
  listPartyWebhooks: ANY,
  getOperatedWebhook: ANY,
  listDeliveryAttempts: ANY,
  pauseWebhook: SUPPORT,
  resumeWebhook: SUPPORT,
  retryWebhook: SUPPORT,
  discardWebhookMessages: SUPPORT,
  setStandardHeaders: SUPPORT,
  rotateWebhookKey: SUPPORT,
  replayWebhook: SUPPORT,
  replayParty: SUPPORT,
  getReplay: ANY,
  cancelReplay: SUPPORT,
  listOperatorActions: ANY,
  requestErasure: ADMINISTRATOR,
  getErasure: ADMINISTRATOR,
  listErasureRows: ADMINISTRATOR,
  confirmErasure: ADMINISTRATOR,
  cancelErasure: ADMINISTRATOR,
  listOperatedDestinations: ANY,
  createOperatorCommand: COMMANDERS,
  approveOperatorCommand: COMMANDERS,
  rejectOperatorCommand: COMMANDERS,
  listOperatorCommands: ANY,
  getOperatorCommand: ANY,
  listOperatorLimits: ANY,
  setOperatorLimit: ADMINISTRATOR,
  deleteOperatorLimit: ADMINISTRATOR,
  getReconciliation: ANY,
  listReconciliationFindings: ANY,
  getReconciliationFinding: ANY,
  resolveReconciliationFinding: FINANCE,
  getReconciliationReport: ANY,
  endReconciliation: FINANCE,
  resumeReconciliation: FINANCE,
  listConfiguredParties: ANY,
  getConfiguredParty: ANY,
  createParty: CONFIGURATION,
  changeParty: CONFIGURATION,
  listConfiguredContracts: ANY,
  getConfiguredContract: ANY,
  createContract: CONFIGURATION,
  changeContract: CONFIGURATION,
  listConfiguredShops: ANY,
  getConfiguredShop: ANY,
  createShop: CONFIGURATION,
  changeShop: CONFIGURATION,
  listConfiguredInstitutions: ANY,
  getConfiguredInstitution: ANY,
  createInstitution: CONFIGURATION,
  changeInstitution: CONFIGURATION,
  listConfiguredCategories: ANY,
  getConfiguredCategory: ANY,
  createCategory: CONFIGURATION,
  changeCategory: CONFIGURATION,
  listConfiguredWalletProviders: ANY,
  getConfiguredWalletProvider: ANY,
  createWalletProvider: CONFIGURATION,
  changeWalletProvider: CONFIGURATION,
  exportReferenceData: ANY,
  checkReferenceData: ANY,
  loadReferenceData: CONFIGURATION,
} satisfies Record<string, readonly CallerKind[]>;
