import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { useAnnounce } from '../../parts/announcements';
import { failurePath } from '../../parts/failure';
import { PageTitle } from '../../parts/pieces';
import { useRead } from '../../parts/read';
import { InvoiceTestMark } from '../../parts/realm';
import { QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { toolOf } from '../payments/payment-source';
import { Returns } from './returns';
import { MoneySummary } from './money-summary';
import { PaymentDecisions, type PaymentDecision } from './payment-decisions';
import { PaymentFacts } from './payment-facts';
import type { PaymentName } from './payment-parts';

type Payment = components['schemas']['Payment'];
type Refund = components['schemas']['Refund'];
type Invoice = components['schemas']['Invoice'];

interface Loaded {
  payment: Payment;
  refunds: Refund[];
  invoice: Invoice;
}

/** The merchant's own payment, by the scopes of the key: the API refuses what it does not cover. */
export function MerchantPayment({ invoiceID, paymentID }: PaymentName): ReactNode {
  const texts = useTexts();
  const path = `/processing/invoices/${encodeURIComponent(invoiceID)}/payments/${encodeURIComponent(paymentID)}`;
  const read = async (signal: AbortSignal): Promise<Loaded> => {
    const [payment, refunds, invoice] = await Promise.all([
      callMerchants<Payment>(path, { signal }),
      callMerchants<Refund[]>(`${path}/refunds`, { signal }),
      callMerchants<Invoice>(`/processing/invoices/${encodeURIComponent(invoiceID)}`, { signal }),
    ]);
    return { payment, refunds, invoice };
  };
  const query = useRead(['own-payment', path], read, { isBusy: isUnderWay });
  return (
    <>
      <PageTitle title={`${texts.payment.title} ${invoiceID}.${paymentID}`}>
        <InvoiceTestMark invoiceID={invoiceID} />
        {query.data && <MerchantActions {...query.data} path={path} />}
      </PageTitle>
      <QueryState query={query} rows={8} />
      {query.data && <MerchantFacts {...query.data} />}
    </>
  );
}

function isUnderWay({ payment, refunds }: Loaded): boolean {
  return payment.status === 'pending' || refunds.some(({ status }) => status === 'pending');
}

function refundedOf({ refunds }: Loaded): number {
  return refunds.filter(({ status }) => status !== 'failed').reduce((total, { amount }) => total + amount, 0);
}

function MerchantFacts(loaded: Loaded): ReactNode {
  const { payment, refunds, invoice } = loaded;
  const { flow, payer, error, transactionInfo } = payment;
  const refundedAmount = refundedOf(loaded);
  const summary = {
    ...{ status: payment.status, amount: payment.amount, currency: payment.currency, refundedAmount },
    refundableAmount: payment.amount - refundedAmount,
    heldUntil: 'heldUntil' in flow ? flow.heldUntil : undefined,
  };
  const shown = refunds.map(({ id, createdAt, status, amount, currency, reason }) => ({
    ...{ id: id ?? '', createdAt, status, amount, currency },
    ...(reason === undefined ? {} : { reason }),
  }));
  const facts = {
    ...{ invoiceID: payment.invoiceID, createdAt: payment.createdAt, externalID: payment.externalID, ...toolOf(payer) },
    ...{ product: invoice.product, order: invoice.externalID, errorCode: failurePath(error) },
    email: 'contactInfo' in payer ? payer.contactInfo?.email : undefined,
    ...{ rrn: transactionInfo?.rrn, approvalCode: transactionInfo?.approvalCode },
  };
  return (
    <>
      <MoneySummary payment={summary} />
      <PaymentFacts payment={facts} />
      <Returns payment={{ refunds: shown, chargebacks: [] }} />
    </>
  );
}

function MerchantActions(loaded: Loaded & { path: string }): ReactNode {
  const { payment: texts } = useTexts();
  const { payment, path } = loaded;
  const client = useQueryClient();
  const announce = useAnnounce();
  const { amount, currency, status } = payment;
  const refundableAmount = amount - refundedOf(loaded);
  const submit = async ({ action, reason, amount: chosen, dialogID }: PaymentDecision): Promise<void> => {
    const money = action === 'cancel' ? {} : { amount: chosen, currency };
    const body = { reason, ...money, ...(action === 'refund' ? { externalID: dialogID } : {}) };
    await callMerchants(`${path}/${action === 'refund' ? 'refunds' : action}`, { method: 'POST', body });
    announce(texts.sent);
    await client.invalidateQueries({ queryKey: ['own-payment'] });
  };
  const isHeld = status === 'processed';
  return (
    <PaymentDecisions
      offered={{ capture: isHeld, refund: status === 'captured' && refundableAmount > 0, cancel: isHeld }}
      payment={{ amount, currency, refundableAmount }}
      onSubmit={submit}
    />
  );
}
