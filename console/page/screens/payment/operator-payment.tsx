import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useCommandsOf } from '../../parts/commands';
import type { PaymentName } from '../../parts/links';
import { PageTitle } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { TestMark, useRealm } from '../../parts/realm';
import { QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { NoteButton } from './note-button';
import { Returns } from './returns';
import { CommandList } from './command-list';
import { MoneySummary } from './money-summary';
import { PaymentActions } from './payment-actions';
import { PaymentFacts } from './payment-facts';
import { PaymentTimeline } from './payment-timeline';

function isUnderWay({ status, target, refunds }: Schemas['OperatedPaymentDetails']): boolean {
  return status === 'pending' || target !== undefined || refunds.some((refund) => refund.status === 'pending');
}

export function OperatorPayment({ invoiceID, paymentID }: PaymentName): ReactNode {
  const texts = useTexts();
  const path = `/payments/${encodeURIComponent(invoiceID)}/${encodeURIComponent(paymentID)}`;
  const commands = useCommandsOf(`${invoiceID}.${paymentID}`);
  const query = useOperated<Schemas['OperatedPaymentDetails']>(path, { isBusy: isUnderWay });
  const title = `${texts.types.payment} ${invoiceID}.${paymentID}`;
  const realm = useRealm(query.data?.shopID);
  // Decisions and the mark of a test stand above the facts, so all are shown at once and nothing moves.
  const isComplete = !commands.isPending && !realm.isPending;
  const payment = isComplete ? query.data : undefined;
  return (
    <>
      <PageTitle title={title}>
        <TestMark shopID={payment?.shopID} />
        {payment && <PaymentActions payment={payment} commands={commands.data?.commands ?? []} />}
      </PageTitle>
      <QueryState query={query} rows={8} isIncomplete={payment === undefined} />
      {payment && (
        <>
          <MoneySummary payment={payment} />
          <CommandList commands={commands.data?.commands ?? []} />
          <PaymentFacts payment={payment} />
          <Returns name={{ invoiceID, paymentID }} payment={payment} />
          <PaymentTimeline path={`${path}/timeline`} version={`${payment.statusChangedAt} ${payment.refundedAmount}`}>
            <NoteButton path={path} />
          </PaymentTimeline>
        </>
      )}
    </>
  );
}
