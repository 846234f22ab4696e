import { valueAt } from './value-at';

/** The paths of values in a response that later samples need, by operation and variable. */
const YIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getMyParty: { PARTY_ID: 'id' },
  getShops: { HOLDFAST_SHOP_ID: '0.id' },
  createInvoice: { INVOICE_ID: 'invoice.id', INVOICE_TOKEN: 'invoiceAccessToken.payload' },
  createInvoiceWithTemplate: { INVOICE_ID: 'invoice.id', INVOICE_TOKEN: 'invoiceAccessToken.payload' },
  createInvoiceAccessToken: { INVOICE_TOKEN: 'payload' },
  createPaymentResource: { PAYMENT_TOOL_TOKEN: 'paymentToolToken', PAYMENT_SESSION: 'paymentSession' },
  createPayment: { PAYMENT_ID: 'id' },
  createRefund: { REFUND_ID: 'id' },
  getChargebacks: { CHARGEBACK_ID: '0.id' },
  addChargebackEvidence: { EVIDENCE_ID: 'id' },
  createCustomer: { CUSTOMER_ID: 'customer.id', CUSTOMER_TOKEN: 'customerAccessToken.payload' },
  createCustomerAccessToken: { CUSTOMER_TOKEN: 'payload' },
  createBinding: { BINDING_ID: 'id' },
  createInvoiceTemplate: { TEMPLATE_ID: 'invoiceTemplate.id', TEMPLATE_TOKEN: 'invoiceTemplateAccessToken.payload' },
  createWebhook: { WEBHOOK_ID: 'id' },
  createApiKey: { KEY_ID: 'id' },
  getContracts: { CONTRACT_ID: '0.id' },
  getContractAdjustments: { ADJUSTMENT_ID: '0.id' },
  getPaymentInstitutions: { PAYMENT_INSTITUTION_ID: '0.id' },
  getCategories: { CATEGORY_ID: '0.categoryID' },
  getTradeBlocs: { TRADE_BLOC_ID: '0.id' },
  createIdentity: { IDENTITY_ID: 'id', PROVIDER_ID: 'provider' },
  createWallet: { WALLET_ID: 'id' },
  createDestination: { DESTINATION_ID: 'id' },
  createQuote: { QUOTE_TOKEN: 'quoteToken' },
  createWithdrawal: { WITHDRAWAL_ID: 'id' },
  pollWithdrawalEvents: { EVENT_ID: '0.eventID' },
  createW2WTransfer: { TRANSFER_ID: 'id' },
  createReport: { REPORT_ID: 'id' },
  getReport: { FILE_ID: 'files.0.id' },
  storeBankCard: { CARD_TOKEN: 'token' },
};

/** What usually follows an operation: the payer's way for payments, the sender's for wallets. */
export const NEXT_STEPS: Readonly<Record<string, readonly string[]>> = {
  createInvoice: ['createPaymentResource', 'createPayment'],
  createInvoiceWithTemplate: ['createPaymentResource', 'createPayment'],
  createInvoiceAccessToken: ['createPaymentResource', 'createPayment'],
  createPaymentResource: ['createPayment', 'createBinding'],
  createPayment: ['getPaymentByID', 'capturePayment', 'createRefund'],
  createRefund: ['getRefundByID'],
  createInvoiceTemplate: ['createInvoiceWithTemplate'],
  createCustomer: ['createPaymentResource', 'createBinding'],
  createBinding: ['getBinding', 'createPayment'],
  createIdentity: ['createWallet'],
  createWallet: ['storeBankCard', 'createDestination'],
  storeBankCard: ['createDestination'],
  createDestination: ['getDestination', 'createWithdrawal'],
  createQuote: ['createWithdrawal'],
  createWithdrawal: ['getWithdrawal', 'pollWithdrawalEvents'],
};

/** External ids of the samples, which make repeated samples idempotent. */
const EXTERNAL_IDS: readonly [operations: RegExp, id: string][] = [
  [/InvoiceTemplate$/, 'template-2001'],
  [/InvoiceWithTemplate$/, 'donation-$TEMPLATE_ID'],
  [/Invoice(?:By|$)/, 'order-2001'],
  [/Payment(?:By|$)/, 'payment-$INVOICE_ID'],
  [/Refund(?:By|$)/, 'refund-$INVOICE_ID'],
  [/Customer$/, 'customer-2001'],
  [/Binding$/, 'card-$CUSTOMER_ID'],
  [/Identity$/, 'owner-2001'],
  [/Wallet(?:By|$)/, 'wallet-$IDENTITY_ID'],
  [/Destination(?:By|$)/, 'card-$IDENTITY_ID'],
  [/Withdrawal(?:By|$)/, 'payout-$WALLET_ID'],
  [/Transfer$/, 'transfer-$WALLET_ID'],
  [/Quote$/, 'quote-$WALLET_ID'],
];

/** The variables that a response provides. */
export function getYields(operationID: string): string[] {
  return Object.keys(YIELDS[operationID] ?? {});
}

/** Reads the variables that a response provides. */
export function readYields(operationID: string, answer: unknown): Record<string, string> {
  const values = Object.entries(YIELDS[operationID] ?? {}).map(
    ([name, path]) => [name, valueAt(answer, path)] as const,
  );
  return Object.fromEntries(
    values
      .filter(([, value]) => ['string', 'number'].includes(typeof value))
      .map(([name, value]) => [name, String(value)]),
  );
}

/** The operations whose responses provide a variable. */
export function getSources(variable: string): string[] {
  return Object.keys(YIELDS).filter((operationID) => Object.hasOwn(YIELDS[operationID] ?? {}, variable));
}

export function externalIDOf(operationID: string): string | undefined {
  return EXTERNAL_IDS.find(([operations]) => operations.test(operationID))?.[1];
}
