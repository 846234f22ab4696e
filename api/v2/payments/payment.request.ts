import { parseDeadline } from '../../../domain/platform/deadline/deadline';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { DEFAULT_PROCESSING_DEADLINE, type Payer, type Payment } from '../../../domain/payments/payment/payment';
import { assertPayableByToken } from '../../../domain/merchants/shop/shop-terms';
import { assertWebAddress } from '../../../domain/delivery/web-address/web-address';
import type { CardVault } from '../../../store/payments/card-vault/card-vault';
import { getInvoice } from '../../../store/payments/invoice/invoice.queries';
import { keepToolUntil } from '../../../store/payments/payment-tool/keep-tool';
import {
  computeCardFingerprint,
  computeToolFingerprint,
  encryptPaymentTool,
} from '../../../store/payments/payment-tool/payment-tool-token';
import { createPayment, type NewPayment, type PaymentRequest } from '../../../store/payments/payment/payment.create';
import { readCustomerTool, readRecurrentTool } from '../../../store/payments/payment/recurrent-payer';
import { findShop } from '../../../store/merchants/shop/shop.queries';
import type { Store } from '../../../store/store';
import { getScope, type Caller } from '../../http/context';
import type { CustomerPayer, PaymentResourcePayer, RecurrentPayer } from '../shared/payer.types';
import { findAcceptingAccounts, givenResource } from '../payment-resources/payment-resource.request';
import type { PaymentParams } from './payment.types';

interface RequestedPayment {
  vault: CardVault;
  invoiceID: string;
  caller: Caller;
  body: PaymentParams;
}

interface PayerRequest {
  identity: PaymentRequest['payer'];
  /** @throws Refusal if the payer cannot pay this way */
  tool: (
    deadline: Date,
  ) => Promise<
    Pick<NewPayment, 'payer' | 'encryptedPaymentTool' | 'issuer' | 'acceptingAccounts' | 'agreed' | 'cvvUntil'>
  >;
}

/**
 * Starts a payment, or returns the first one for a retry.
 * @throws Refusal operationNotPermitted if the holder of an access token may not use the saved card
 */
export async function startPayment(store: Store, request: RequestedPayment): Promise<Payment> {
  const { invoiceID, caller, body } = request;
  const { identity, tool } = await readPayer(store, request);
  const terms = {
    invoiceID,
    partyID: caller.partyID,
    externalID: body.externalID,
    externalIDScope: getScope(caller),
    flow: getFlow(body),
    makeRecurrent: body.makeRecurrent ?? false,
  };
  const draft = async (): Promise<NewPayment> => {
    const deadline = processingDeadline(body);
    return { ...terms, processingDeadline: deadline, metadata: body.metadata, ...(await tool(deadline)) };
  };
  return createPayment(store, { ...terms, payer: identity, alsoCompared: alsoCompared(body), draft });
}

function getFlow({ flow }: PaymentParams): NewPayment['flow'] {
  return flow?.type === 'PaymentFlowHold'
    ? { type: 'hold', onHoldExpiration: flow.onHoldExpiration ?? 'cancel' }
    : { type: 'instant' };
}

/** Further compared fields. A relative deadline is compared as text, because it ends later with each retry. */
function alsoCompared({ payer, metadata, processingDeadline = DEFAULT_PROCESSING_DEADLINE }: PaymentParams): object {
  const { sessionInfo } = payer;
  return { metadata, processingDeadline, sessionInfo, contactInfo: 'contactInfo' in payer && payer.contactInfo };
}

function processingDeadline({ processingDeadline: given = DEFAULT_PROCESSING_DEADLINE }: PaymentParams): Date {
  const parsed = parseDeadline(given, new Date());
  if ('problem' in parsed) {
    throw new Refusal('invalidProcessingDeadline', `processingDeadline is ${parsed.problem}`, {
      place: 'processingDeadline',
    });
  }
  return parsed.at;
}

async function readPayer(store: Store, request: RequestedPayment): Promise<PayerRequest> {
  const { payer } = request.body;
  assertWebAddress(payer.sessionInfo?.redirectUrl, 'body.payer.sessionInfo.redirectUrl');
  switch (payer.payerType) {
    case 'PaymentResourcePayer':
      return resourcePayer(store, payer, request);
    case 'CustomerPayer':
      return customerPayer(store, payer, request);
    case 'RecurrentPayer':
      return recurrentPayer(store, payer, request);
  }
}

function customerPayer(
  store: Store,
  { customerID, sessionInfo }: CustomerPayer,
  { invoiceID, caller: { kind, partyID } }: RequestedPayment,
): PayerRequest {
  const tool = async () => {
    const invoice = await getInvoice(store.database, { invoiceID, partyID });
    if (kind === 'accessToken') assertPayableByToken(invoice.shopID, (await findShop(store.database, invoice))?.terms);
    return readCustomerTool(store, invoice, { customerID, sessionInfo });
  };
  return { identity: { type: 'CustomerPayer', customerID }, tool };
}

function recurrentPayer(
  store: Store,
  { recurrentParentPayment: parent, sessionInfo, contactInfo }: RecurrentPayer,
  { invoiceID, caller: { kind, partyID } }: RequestedPayment,
): PayerRequest {
  if (kind === 'accessToken') {
    throw new Refusal(
      'operationNotPermitted',
      'RecurrentPayer is not allowed with an access token: pay with an API key',
    );
  }
  const recurrentParentPayment = { invoiceID: parent.invoiceID, paymentID: parent.paymentID };
  const given = { sessionInfo, contactInfo: { ...contactInfo }, recurrentParentPayment };
  const tool = async () => readRecurrentTool(store, await getInvoice(store.database, { invoiceID, partyID }), given);
  return { identity: { type: 'RecurrentPayer', recurrentParentPayment }, tool };
}

async function resourcePayer(
  store: Store,
  given: PaymentResourcePayer,
  { invoiceID, caller, vault }: RequestedPayment,
): Promise<PayerRequest> {
  const resource = await givenResource(store, given, caller);
  const fingerprint = resource.tool && (await computeToolFingerprint(resource.tool, store));
  const tool = async (deadline: Date) => {
    const opened = await resource.opened().catch(async (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      // An unknown invoice in the path is reported before problems of the body.
      await getInvoice(store.database, { invoiceID, partyID: caller.partyID });
      throw error;
    });
    const cardFingerprint = await computeCardFingerprint(opened.tool, store);
    const payer: Payer = {
      type: 'PaymentResourcePayer',
      sessionInfo: given.sessionInfo,
      contactInfo: { ...given.contactInfo },
      clientInfo: opened.clientInfo,
      paymentSession: opened.sessionID,
      toolDetails: opened.details,
      toolFingerprint: fingerprint ?? (await computeToolFingerprint(opened.tool, store)),
      ...(cardFingerprint !== undefined && { cardFingerprint }),
    };
    const kept = { tool: opened.tool, partyID: caller.partyID };
    await keepToolUntil({ database: store.database, vault }, kept, deadline);
    const { cvvUntil } = opened;
    const agreed = opened.tool.type === 'card' ? opened.tool.networkToken?.agreed : undefined;
    const encryptedPaymentTool = await encryptPaymentTool(opened.tool, store.encryptionKeys);
    return {
      payer,
      encryptedPaymentTool,
      ...(await findAcceptingAccounts(store, opened.tool)),
      ...(agreed && { agreed }),
      ...(cvvUntil && { cvvUntil }),
    };
  };
  return { identity: { type: 'PaymentResourcePayer', toolFingerprint: fingerprint }, tool };
}
