import { useState, type ReactNode } from 'react';
import { declineText } from '../../../../ui/declines/declines';
import { callMerchants, type Schemas } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { useDone } from '../../parts/actions';
import type { DecisionDialogProps, ReasonedDecision } from '../../parts/decision';
import { failurePath } from '../../parts/failure';
import { DialogChoice } from '../../parts/dialog-choice';
import { DecisionDialog } from '../../parts/lazy-dialog';
import type { PaymentName } from '../../parts/links';
import { orderOf, payerText, toolOf } from '../../parts/method';
import { PageTitle, Status } from '../../parts/pieces';
import { useRead } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { useOwnShops } from '../own/own-shops';
import { PaymentLines, toShownPayment } from '../invoice/invoice-parts';
import { Deliveries } from './deliveries';
import { Returns } from './returns';
import { MoneySummary } from './money-summary';
import { usePaymentDecisions } from './payment-decisions';
import { PaymentFacts } from './payment-facts';
import { ownPaymentPath, sumRefunds } from './refund-button';

type Payment = components['schemas']['Payment'];
type Refund = components['schemas']['Refund'];
type Invoice = components['schemas']['Invoice'];
type InvoiceDelivery = components['schemas']['InvoiceDelivery'];
type Receipt = components['schemas']['PaymentReceipt'];
type Chargeback = components['schemas']['Chargeback'];

interface Loaded {
  payment: Payment;
  refunds: Refund[];
  invoice: Invoice;
  chargebacks: Chargeback[];
  /** All payments of the invoice: how often the payer has tried. */
  attempts: Payment[];
  deliveries: InvoiceDelivery[];
  receipts: Receipt[];
}

/** The merchant's own payment, by the scopes of the key: the API refuses what it does not cover. */
export function MerchantPayment({ invoiceID, paymentID }: PaymentName): ReactNode {
  const texts = useTexts();
  const path = ownPaymentPath({ invoiceID, paymentID });
  const read = async (signal: AbortSignal): Promise<Loaded> => {
    const ofInvoice = `/processing/invoices/${encodeURIComponent(invoiceID)}`;
    const [payment, refunds, chargebacks, invoice, attempts, deliveries, receipts] = await Promise.all([
      callMerchants<Payment>(path, { signal }),
      callMerchants<Refund[]>(`${path}/refunds`, { signal }),
      callMerchants<Chargeback[]>(`${path}/chargebacks`, { signal }),
      callMerchants<Invoice>(ofInvoice, { signal }),
      callMerchants<Payment[]>(`${ofInvoice}/payments`, { signal }),
      callMerchants<InvoiceDelivery[]>(`${ofInvoice}/deliveries`, { signal }),
      callMerchants<Receipt[]>(`${path}/receipts`, { signal }),
    ]);
    return { payment, refunds, chargebacks, invoice, attempts, deliveries, receipts };
  };
  const query = useRead(['own-payment', path], read, { isBusy: isUnderWay });
  const own = useOwnShops();
  // Shown together, so that the mark moves nothing.
  const loaded = own.isPending ? undefined : query.data;
  const isTest = loaded && own.data?.testShopIDs.includes(loaded.invoice.shopID);
  return (
    <>
      <PageTitle title={loaded ? titleOf(loaded, texts) : `${texts.types.payment} ${invoiceID}.${paymentID}`}>
        {isTest && <Status status="paused" text={texts.merchants.testShop} />}
        {loaded && <MerchantActions {...loaded} path={path} />}
      </PageTitle>
      <QueryState query={query} rows={8} isIncomplete={loaded === undefined} />
      {loaded && <MerchantFacts {...loaded} />}
    </>
  );
}

/** The order and the payer, as the merchant knows the payment. */
function titleOf({ payment, invoice }: Loaded, texts: ConsoleTexts): string {
  const order = orderOf({ ...payment, invoiceExternalID: invoice.externalID }, invoice.metadata) ?? invoice.product;
  return [`${texts.payments.order} ${order}`, payerText(payment.payer)].filter(Boolean).join(' · ');
}

function isUnderWay({ payment, refunds }: Loaded): boolean {
  return payment.status === 'pending' || refunds.some(({ status }) => status === 'pending');
}

function MerchantFacts(loaded: Loaded): ReactNode {
  const texts = useTexts();
  const { payment, refunds, invoice, chargebacks, attempts, deliveries, receipts } = loaded;
  const { flow, payer, error, transactionInfo } = payment;
  const contact = 'contactInfo' in payer ? payer.contactInfo : undefined;
  const errorCode = failurePath(error);
  const refundedAmount = sumRefunds(loaded.refunds);
  const summary = {
    ...{ status: payment.status, amount: payment.amount, currency: payment.currency, refundedAmount },
    refundableAmount: payment.amount - refundedAmount,
    disputedAmount: chargebacks.reduce((sum, { status, body }) => sum + (status === 'pending' ? body : 0), 0),
    heldUntil: 'heldUntil' in flow ? flow.heldUntil : undefined,
  };
  const receiptOf = (refundID?: string) => receipts.find((receipt) => receipt.refundID === refundID)?.state;
  const shown = refunds.map(({ id, createdAt, status, amount, currency, reason }) => ({
    ...{ id: id ?? '', createdAt, status, amount, currency, reason, receipt: receiptOf(id) },
  }));
  const facts = {
    ...{ invoiceID: payment.invoiceID, createdAt: payment.createdAt, externalID: payment.externalID },
    ...toolOf(payer),
    number: `${payment.invoiceID}.${payment.id}`,
    ...{
      product: invoice.product,
      order: orderOf({ ...payment, invoiceExternalID: invoice.externalID }, invoice.metadata),
    },
    email:
      contact && [contact.lastName, contact.firstName, contact.email, contact.phoneNumber].filter(Boolean).join(', '),
    ...{ rrn: transactionInfo?.rrn, approvalCode: transactionInfo?.approvalCode, receipt: receiptOf() },
  };
  return (
    <>
      <MoneySummary payment={summary} />
      {errorCode !== undefined && <Decline code={errorCode} />}
      <PaymentFacts payment={facts} />
      {attempts.length > 1 && (
        <PaymentLines title={texts.desk.attempts} empty="" payments={attempts.map(toShownPayment)} />
      )}
      <Returns
        name={{ invoiceID: payment.invoiceID, paymentID: payment.id }}
        payment={{ refunds: shown, chargebacks: chargebacks.map(toShownChargeback) }}
      />
      <Deliveries deliveries={deliveries} />
    </>
  );
}

/** Why the payment failed, and what the payer can do about it. */
function Decline({ code }: { code: string }): ReactNode {
  const { declines, desk } = useTexts();
  const last = code.split(':').findLast((step) => step in desk.advice) ?? 'other';
  return (
    <div className="notice danger">
      <b>{declineText(declines, code)}</b>
      <p>{desk.advice[last]}</p>
      <p className="help">
        <code>{code}</code>
      </p>
    </div>
  );
}

function toShownChargeback({ body, ...chargeback }: Chargeback): Schemas['OperatedChargeback'] {
  return { ...chargeback, amount: body };
}

function MerchantActions({ payment, chargebacks, refunds, path }: Loaded & { path: string }): ReactNode {
  const { amount, currency, status } = payment;
  const isDisputed = chargebacks.some((chargeback) => chargeback.status === 'pending');
  // The API refuses refunds until the dispute is decided.
  const refundableAmount = isDisputed ? 0 : amount - sumRefunds(refunds);
  const isHeld = status === 'processed';
  const decisions = usePaymentDecisions(
    { amount, currency, refundableAmount },
    { capture: isHeld, refund: status === 'captured' && refundableAmount > 0, cancel: isHeld },
  );
  return (
    <div className="row-actions">
      <DialogChoice choices={decisions}>
        {({ action, ...decision }, onClose) => (
          <MerchantDecision
            path={`${path}/${action === 'refund' ? 'refunds' : action}`}
            {...{ ...decision, onClose }}
          />
        )}
      </DialogChoice>
    </div>
  );
}

type MerchantDecisionProps = Omit<DecisionDialogProps, 'title' | 'submit' | 'onSubmit'> & {
  path: string;
  label: string;
};

function MerchantDecision({ path, label, money, ...dialog }: MerchantDecisionProps): ReactNode {
  const { payment } = useTexts();
  const done = useDone();
  // A second press or a retry is the same refund.
  const [externalID] = useState(() => crypto.randomUUID());
  const submit = async ({ reason, amount }: ReasonedDecision): Promise<void> => {
    const chosen = money && { amount, currency: money.currency };
    const body = { reason, ...chosen, ...(path.endsWith('/refunds') && { externalID }) };
    await callMerchants(path, { method: 'POST', body });
    await done(payment.sent);
  };
  return <DecisionDialog {...{ title: label, submit: label, ...dialog, ...(money && { money }), onSubmit: submit }} />;
}
