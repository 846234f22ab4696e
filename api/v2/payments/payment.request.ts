import { parseDeadline } from '../../../domain/deadline/deadline';
import { Refusal } from '../../../domain/errors/refusal';
import { DEFAULT_PROCESSING_DEADLINE, type Payer, type Payment } from '../../../domain/payment/payment';
import { getInvoice } from '../../../store/invoice/invoice.queries';
import { encryptPaymentTool, toolFingerprint } from '../../../store/payment-tool/payment-tool-token';
import { createPayment, findRepeatedPayment, type NewPayment } from '../../../store/payment/payment.create';
import { customerTool, recurrentTool } from '../../../store/payment/recurrent-payer';
import type { Store } from '../../../store/store';
import { scopeOf, type Caller } from '../../http/context';
import type { CustomerPayer, PaymentResourcePayer, RecurrentPayer } from '../shared/payer.types';
import { openedResource } from '../payment-resources/payment-resource.request';
import type { PaymentParams } from './payment.types';

/** A request for a payment of an invoice. */
interface PaymentRequest {
  invoiceID: string;
  caller: Caller;
  body: PaymentParams;
}

type PaymentTerms = Omit<NewPayment, 'payer' | 'encryptedPaymentTool'>;

/**
 * Starts the payment that was asked for. One that repeats an earlier one is that one, even where its payer could not pay
 * again: the customer is deleted, say.
 * @throws Refusal forbidden where the holder of an access token would pay by a card that somebody has saved
 */
export async function startPayment(store: Store, request: PaymentRequest): Promise<Payment> {
  assertMayPayBy(request.caller, request.body.payer.payerType);
  const terms = termsOf(request);
  const { payer } = request.body;
  switch (payer.payerType) {
    case 'PaymentResourcePayer':
      return createPayment(store, { ...terms, ...(await resourcePayer(store, payer, request)) });
    case 'CustomerPayer':
      return byCustomer(store, terms, payer);
    case 'RecurrentPayer':
      return byParent(store, terms, payer);
  }
}

/** An access token is in a browser: its holder pays with what he has himself. Only the merchant charges whom he has saved. */
function assertMayPayBy(caller: Caller, payerType: PaymentParams['payer']['payerType']): void {
  if (caller.kind === 'apiKey' || payerType === 'PaymentResourcePayer') return;
  throw new Refusal('forbidden', `an access token does not pay as ${payerType}`);
}

function termsOf({ invoiceID, caller, body }: PaymentRequest): PaymentTerms {
  return {
    invoiceID,
    partyID: caller.partyID,
    externalID: body.externalID,
    externalIDScope: scopeOf(caller),
    flow:
      body.flow?.type === 'PaymentFlowHold'
        ? { type: 'hold', onHoldExpiration: body.flow.onHoldExpiration ?? 'cancel' }
        : { type: 'instant' },
    processingDeadline: processingDeadline(body.processingDeadline),
    makeRecurrent: body.makeRecurrent ?? false,
    metadata: body.metadata,
  };
}

function processingDeadline(given: string | undefined): Date {
  const parsed = parseDeadline(given ?? DEFAULT_PROCESSING_DEADLINE, new Date());
  if ('problem' in parsed) {
    throw new Refusal('invalidProcessingDeadline', `processingDeadline is ${parsed.problem}`, {
      place: 'processingDeadline',
    });
  }
  return parsed.at;
}

async function byCustomer(
  store: Store,
  terms: PaymentTerms,
  { customerID, sessionInfo }: CustomerPayer,
): Promise<Payment> {
  const identity = { ...terms, payer: { type: 'CustomerPayer', customerID } } as const;
  const repeated = await findRepeatedPayment(store, identity);
  if (repeated) return repeated;
  const invoice = await getInvoice(store.database, terms);
  return createPayment(store, { ...terms, ...(await customerTool(store, invoice, { customerID, sessionInfo })) });
}

async function byParent(store: Store, terms: PaymentTerms, payer: RecurrentPayer): Promise<Payment> {
  const { invoiceID, paymentID } = payer.recurrentParentPayment;
  const recurrentParentPayment = { invoiceID, paymentID };
  const identity = { ...terms, payer: { type: 'RecurrentPayer', recurrentParentPayment } } as const;
  const repeated = await findRepeatedPayment(store, identity);
  if (repeated) return repeated;
  const invoice = await getInvoice(store.database, terms);
  const { sessionInfo, contactInfo } = payer;
  const given = { sessionInfo, contactInfo: { ...contactInfo }, recurrentParentPayment };
  return createPayment(store, { ...terms, ...(await recurrentTool(store, invoice, given)) });
}

async function resourcePayer(
  store: Store,
  given: PaymentResourcePayer,
  { invoiceID, caller }: PaymentRequest,
): Promise<Pick<NewPayment, 'payer' | 'encryptedPaymentTool'>> {
  const opened = openedResource(store, given, caller).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    // The path is answered for before the body: of an invoice that the party does not have nothing else is said.
    await getInvoice(store.database, { invoiceID, partyID: caller.partyID });
    throw error;
  });
  const { tool, details, clientInfo, sessionID } = await opened;
  const payer: Payer = {
    type: 'PaymentResourcePayer',
    sessionInfo: given.sessionInfo,
    contactInfo: { ...given.contactInfo },
    clientInfo,
    paymentSession: sessionID,
    toolDetails: details,
    toolFingerprint: await toolFingerprint(tool, store),
  };
  return { payer, encryptedPaymentTool: await encryptPaymentTool(tool, store.encryptionKeys) };
}
