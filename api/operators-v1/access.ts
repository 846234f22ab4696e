import type { CallerKind } from '../http/access';

const OPERATOR = ['operatorKey'] as const;

/** Who may call each operation of `/operators/v1`: operators only. */
export const access = {
  getPaymentTimeline: OPERATOR,
  getRefundTimeline: OPERATOR,
  getWithdrawalTimeline: OPERATOR,
  getSubjectTimeline: OPERATOR,
  listPartyWebhooks: OPERATOR,
  getOperatedWebhook: OPERATOR,
  listDeliveryAttempts: OPERATOR,
  pauseWebhook: OPERATOR,
  resumeWebhook: OPERATOR,
  retryWebhook: OPERATOR,
  discardWebhookMessages: OPERATOR,
  setStandardHeaders: OPERATOR,
  rotateWebhookKey: OPERATOR,
  replayWebhook: OPERATOR,
  replayParty: OPERATOR,
  getReplay: OPERATOR,
  cancelReplay: OPERATOR,
  listOperatorActions: OPERATOR,
  getReconciliation: OPERATOR,
  listReconciliationFindings: OPERATOR,
  getReconciliationFinding: OPERATOR,
  resolveReconciliationFinding: OPERATOR,
  getReconciliationReport: OPERATOR,
  endReconciliation: OPERATOR,
  resumeReconciliation: OPERATOR,
} as const satisfies Record<string, readonly CallerKind[]>;
