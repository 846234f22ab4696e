import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callMerchants } from '../../api/client';
import type { components } from '../../api/payments.generated';
import { useAnnounce } from '../../parts/announcements';
import type { ReasonedDecision } from '../../parts/decision';
import { DecisionDialog } from '../../parts/decision-dialog';
import { moneyText } from '../../parts/format';
import { Facts, Moment, PageTitle } from '../../parts/pieces';
import { InvoiceTestMark } from '../../parts/realm';
import { Failed, Loading } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { Returns } from './returns';
import { MoneySummary } from './money-summary';
import type { PaymentName } from './payment-parts';

type Payment = components['schemas']['Payment'];
type Refund = components['schemas']['Refund'];
type Action = 'capture' | 'cancel' | 'refund';

const BUSY_MS = 1_000;
const CALM_MS = 10_000;

interface Loaded {
  payment: Payment;
  refunds: Refund[];
}

/** The merchant's own payment, by the scopes of the key: the API refuses what it does not cover. */
export function MerchantPayment({ invoiceID, paymentID }: PaymentName): ReactNode {
  const texts = useTexts();
  const path = `/processing/invoices/${encodeURIComponent(invoiceID)}/payments/${encodeURIComponent(paymentID)}`;
  const query = useQuery({
    queryKey: ['own-payment', path],
    queryFn: async ({ signal }): Promise<Loaded> => {
      const [payment, refunds] = await Promise.all([
        callMerchants<Payment>(path, { signal }),
        callMerchants<Refund[]>(`${path}/refunds`, { signal }),
      ]);
      return { payment, refunds };
    },
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY_MS : CALM_MS),
  });
  return (
    <>
      <PageTitle title={`${texts.payment.title} ${invoiceID}.${paymentID}`}>
        <InvoiceTestMark invoiceID={invoiceID} />
        {query.data && <MerchantActions {...query.data} path={path} />}
      </PageTitle>
      {query.isPending && <Loading rows={8} />}
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
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
  const { payment: texts, common } = useTexts();
  const { payment, refunds } = loaded;
  const { flow } = payment;
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
  return (
    <>
      <MoneySummary payment={summary} />
      <Facts
        rows={[
          [common.created, <Moment at={payment.createdAt} key="created" />],
          [texts.externalID, payment.externalID],
          [texts.error, payment.error?.code],
          [texts.rrn, payment.transactionInfo?.rrn],
          [texts.approvalCode, payment.transactionInfo?.approvalCode],
        ]}
      />
      <Returns payment={{ refunds: shown, chargebacks: [] }} />
    </>
  );
}

function MerchantActions(loaded: Loaded & { path: string }): ReactNode {
  const { payment: texts } = useTexts();
  const { payment, path } = loaded;
  const [open, setOpen] = useState<Action>();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [externalID, setExternalID] = useState('');
  const left = payment.amount - refundedOf(loaded);
  const { currency, status } = payment;
  const max = open === 'refund' ? left : payment.amount;
  const submit = async ({ reason, amount }: ReasonedDecision): Promise<void> => {
    const money = open === 'cancel' ? {} : { amount, currency };
    // One id of each dialog, so that a second press or a retry is the same refund.
    const body = { reason, ...money, ...(open === 'refund' ? { externalID } : {}) };
    await callMerchants(`${path}/${open === 'refund' ? 'refunds' : open}`, { method: 'POST', body });
    announce(texts.sent);
    await client.invalidateQueries({ queryKey: ['own-payment'] });
  };
  const actions: [Action, boolean][] = [
    ['capture', status === 'processed'],
    ['refund', status === 'captured' && left > 0],
    ['cancel', status === 'processed'],
  ];
  const sum = moneyText(max, currency);
  const helps = { capture: texts.captureHelp(sum), refund: texts.refundHelp(sum), cancel: texts.cancelHelp };
  return (
    <div className="row-actions">
      {actions.map(
        ([name, isShown]) =>
          isShown && (
            <button
              type="button"
              key={name}
              className={`button ${name === 'cancel' ? '' : 'primary'}`}
              onClick={() => {
                setExternalID(crypto.randomUUID());
                setOpen(name);
              }}
            >
              {texts[name]}
            </button>
          ),
      )}
      {open && (
        <DecisionDialog
          title={texts[open]}
          help={helps[open]}
          submit={texts[open]}
          isDangerous={open === 'cancel'}
          {...(open === 'cancel' ? {} : { money: { currency, max } })}
          onClose={() => setOpen(undefined)}
          onSubmit={submit}
        />
      )}
    </div>
  );
}
