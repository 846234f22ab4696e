/* Who may call each operation, apart from the product's tables: a change of access is written in both places. */

/** The operations of each set of callers, as a table by operation. */
function byOperation(groups: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([callers, operations]) =>
      operations
        .trim()
        .split(/\s+/)
        .map((operation) => [operation, callers.split(' ')] as const),
    ),
  );
}

export const OPERATORS_ACCESS = byOperation({
  'operator:viewer operator:support operator:finance operator:configuration operator:administrator': `
    getPaymentTimeline getRefundTimeline getWithdrawalTimeline getSubjectTimeline searchEverywhere getStatistics
    listAttemptCells listCountedAttempts getQueue listQueue openQueueItem listOperatedWallets getOperatedWallet listProviderBalances listPartyWebhooks getOperatedWebhook
    listDeliveryAttempts getAttemptRequest getReplay listOperatedDestinations listOperatorCommands
    getOperatorCommand listOperatorLimits getReconciliation listReconciliationFindings getReconciliationFinding
    getReconciliationReport listConfigured getConfigured listConnectorAccounts listConnectorKinds
    getConnectorAccount exportReferenceData checkReferenceData dryRunConfiguration listPartyKeys listRequestLimits
    getDiagnostics getGoLiveList listAuthorisationAttempts getOperatedPayment listOperatedPayments listOperatedRefunds
    getOperatedEvidence listOperatedChargebacks listOperatedWithdrawals getOperatedWithdrawal listOperatedDeposits getOperatedDeposit
    getOperatedInvoice getOperatedCustomer getCurrentOperator listOwnOperatorKeys createOwnOperatorKey
    revokeOwnOperatorKey listOperatedBalances listOperatedBalanceTransactions listOperatedBatches
    listOperatedPayouts listOpenPayouts getOperatedPayout listSettlementReports listMargins
    listNegativeBalances
    listPayoutBankLines listBankFiles getBankFile listBankStatements listBankStatementLines`,
  'operator:administrator': `
    rebuildStatistics requestErasure listErasures getErasure listErasureRows confirmErasure cancelErasure
    createPartyKey rotatePartyKey revokePartyKey listOperators getOperator deactivateOperator listOperatorKeys revokeOperatorKey
    takeInvitationCode takePartyKey listOperatorSessions endOperatorSession endOperatorSessions`,
  'operator:support': `
    pauseWebhook resumeWebhook retryWebhook discardWebhookMessages setStandardHeaders rotateWebhookKey
    replayWebhook replayParty cancelReplay createPaymentLink`,
  'operator:support operator:finance operator:configuration operator:administrator': `
    addPaymentNote createOperatorCommand approveOperatorCommand rejectOperatorCommand
    listOperatorActions verifyAudit`,
  'operator:support operator:finance': `
    addOperatedEvidence sendOperatedEvidence getOperatedEvidenceContent removeOperatedEvidence`,
  'operator:finance': `
    resolveReconciliationFinding endReconciliation resumeReconciliation createDepositSource receiveSettlementReport
    getBankFileContent receiveBankStatement`,
  'operator:configuration': `
    createConfigured changeConfigured rollBackConfigured createConnectorAccount rotateConnectorAccount testConnectorAccount
    disableConnectorAccount enableConnectorAccount loadReferenceData setRequestLimit`,
  'operator:support operator:finance operator:administrator': `
    orderOperatedRegistry listOperatedRegistries linkRegistryFile`,
  anyone: 'getSignInSettings redeemInvitation',
});

export const PAYMENTS_ACCESS = byOperation({
  'apiKey:payments': `
    createInvoice createInvoiceAccessToken createInvoicePaymentLink rescindInvoice fulfillInvoice capturePayment createRefund
    createInvoiceTemplate updateInvoiceTemplate deleteInvoiceTemplate createCustomer deleteCustomer
    addChargebackEvidence sendChargebackEvidence deleteChargebackEvidence createCustomerAccessToken activateShop suspendShop activateShopForParty suspendShopForParty activateMyParty
    suspendMyParty activatePartyByID suspendPartyByID`,
  'apiKey:read': `
    getInvoiceByExternalID getInvoiceByExternalIDForParty getPaymentByExternalID getPaymentByExternalIDForParty
    getRefunds getRefundByID getRefundByExternalID getRefundByExternalIDForParty getChargebacks getChargebackByID
    getChargebackEvidence getChargebackEvidenceContent
    getWebhooks getWebhooksForParty getWebhookByID getShops getShopByID getShopsForParty getShopByIDForParty
    getMyParty getPartyByID getContracts getContractByID getContractAdjustments getContractAdjustmentByID
    getContractsForParty getContractByIDForParty getContractAdjustmentsForParty getContractAdjustmentByIDForParty
    getCategories getCategoryByRef getPaymentInstitutions getPaymentInstitutionByRef
    getPaymentInstitutionPaymentTerms searchInvoices searchPayments searchRefunds getShopSummary getShopMonth
    searchChargebacks searchOwn getInvoiceDeliveries getFailingDeliveries getPaymentReceipts orderRegistry listRegistries
    listApiKeys getShopBalances getBalanceTransactions getSettlementBatches getPayouts`,
  'apiKey:read invoiceToken': 'getInvoiceByID getInvoiceEvents getInvoicePaymentMethods getPayments getPaymentByID',
  'apiKey:payments invoiceToken': 'createPayment cancelPayment',
  'apiKey:read invoiceTemplateToken': 'getInvoiceTemplateByID getInvoicePaymentMethodsByTemplateID',
  'apiKey:payments invoiceTemplateToken': 'createInvoiceWithTemplate',
  'apiKey:read customerToken': 'getCustomerById getBindings getBinding getCustomerEvents getCustomerPaymentMethods',
  'apiKey:payments customerToken': 'createBinding',
  'apiKey:payments invoiceToken customerToken': 'createPaymentResource',
  'apiKey:webhooks': 'createWebhook deleteWebhookByID retryWebhook createWebhookSecret deleteWebhookSecret',
  anyone: 'getCountries getCountryByID getTradeBlocs getTradeBlocByID getServiceProviderByID',
  'apiKey:keys': 'createApiKey rotateApiKey revokeApiKey',
});

export const WALLETS_ACCESS = byOperation({
  'apiKey:read': `
    getCurrency getResidence listProviders getProvider listIdentities getIdentity getWithdrawalMethods getReports
    getReport downloadFile listWallets getWallet getWalletAccount getWalletByExternalID listDestinations
    getDestination getDestinationByExternalID listWithdrawals getWithdrawal getWithdrawalByExternalID
    pollWithdrawalEvents getWithdrawalEvents listDeposits listDepositReverts listDepositAdjustments getW2WTransfer
    getWebhooks getWebhookByID`,
  'apiKey:payouts': `
    createIdentity createReport createWallet issueWalletGrant createDestination issueDestinationGrant createQuote
    createWithdrawal createW2WTransfer`,
  'apiKey:webhooks': 'createWebhook deleteWebhookByID',
});

export const PAYMENT_RESOURCES_ACCESS = byOperation({
  'apiKey:payouts': 'storeBankCard',
  'apiKey:read': 'getBankCard',
});
