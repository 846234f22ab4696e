import type { PayOutFailureCode } from '../../domain/wallets/withdrawal/withdrawal-failure';
import type { Declined, PayOutFailure } from '../connector';
import { reasonTable } from '../reason-table';

/** Maps every reason of a transfer that was not made to the site specification § 8. */
export const TRANSFER_REASONS = reasonTable<PayOutFailureCode>({
  InsufficientFunds: 'notEnoughBalance',
  InvalidReceiverResource: `
    avsDeclined cardExpired counterpartyAccountBlocked counterpartyAccountClosed counterpartyAccountNotFound
    counterpartyAddressRequired cvcDeclined directDebitNotSupported formatError invalidAccount invalidCard
    invalidExpiryDate invalidIssuer invalidToAccount lostCard noCheckingAccount noSavingsAccount notSupported
    routeNotFound stolenCard transferInstrumentDoesNotExist unableToRouteTransaction
  `,
  InvalidSenderResource: `
    accountHierarchyNotActive balanceAccountTemporarilyBlockedByTransactionRule invalidFromAccount
    invalidMerchant
  `,
  PreauthorizationFailed: `
    approvalExpired cancelled cardholderAuthenticationRequired cavvDeclined declinedByBapValidation
    declinedByTransactionRule not3dAuthenticated scaAuthenticationRequired scaFailed shopperCancelled
    threedsDynamicLinkingMismatch
  `,
  RejectedByIssuer: `
    amountLimitExceeded approved blockCard callReferral captureCard cashbackAmountExceedsLimit
    contactlessFallback contactlessLimitReached counterpartyBankTimedOut counterpartyBankUnavailable
    cryptographicFailure declined declinedNonGeneric doNotHonor domesticDebitTransactionNotAllowed
    duplicateTransmissionDetected error fraud fraudCancelled honorWithId internalTimeout invalidAmount
    invalidAuthorizationLifeCycle invalidPin invalidTransaction issuerSuspectedFraud mobilePinRequired
    notSubmitted partiallyApproved pending pendingApproval pendingExecution pinNotChanged pinRequired
    pinTriesExceeded pinValidationNotPossible purchaseAmountOnlyNoCashBack refusedByCounterpartyBank
    refusedByCustomer restrictedCard revocationOfAuth schemeAdvice securityViolation transactionNotPermitted
    unknown withdrawalAmountExceeded withdrawalCountExceeded
  `,
});

/** Converts a reason; an undocumented one is `RejectedByIssuer`. */
export function toDeclinedTransfer(reason: string | undefined): Declined<PayOutFailure> {
  return { kind: 'declined', failure: { code: TRANSFER_REASONS.get(reason ?? '') ?? 'RejectedByIssuer' } };
}
