import { ROLES, type Role } from '../../domain/operator/roles';
import type { CallerKind } from '../http/access';

const allow = <R extends Role>(...roles: R[]): `operator:${R}`[] => roles.map((role) => `operator:${role}` as const);

/** Reads that show no more than what happened. */
const ANY = allow(...ROLES);
const SUPPORT = allow('support');
const FINANCE = allow('finance');
const CONFIGURATION = allow('configuration');
const ADMINISTRATOR = allow('administrator');

/** The roles that may call each operation of `/operators/v1`. */
export const access = {
  getPaymentTimeline: ANY,
  getRefundTimeline: ANY,
  getWithdrawalTimeline: ANY,
  getSubjectTimeline: ANY,
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
  getReconciliation: ANY,
  listReconciliationFindings: ANY,
  getReconciliationFinding: ANY,
  resolveReconciliationFinding: FINANCE,
  getReconciliationReport: ANY,
  endReconciliation: FINANCE,
  resumeReconciliation: FINANCE,
  listPartyKeys: ANY,
  createPartyKey: ADMINISTRATOR,
  rotatePartyKey: ADMINISTRATOR,
  revokePartyKey: ADMINISTRATOR,
  listRequestLimits: ANY,
  setRequestLimit: CONFIGURATION,
  getDiagnostics: ANY,
  verifyAudit: ANY,
  listAuthorisationAttempts: ANY,
  createPaymentLink: SUPPORT,
  createDepositSource: FINANCE,
  getSignInSettings: ['anyone'],
  getCurrentOperator: ANY,
  listOperators: ADMINISTRATOR,
  createOperator: ADMINISTRATOR,
  getOperator: ADMINISTRATOR,
  setOperatorRoles: ADMINISTRATOR,
  deactivateOperator: ADMINISTRATOR,
  activateOperator: ADMINISTRATOR,
  listOperatorKeys: ADMINISTRATOR,
  createOperatorKey: ADMINISTRATOR,
  revokeOperatorKey: ADMINISTRATOR,
} satisfies Record<string, readonly CallerKind[]>;
