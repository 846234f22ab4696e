import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callOperators, toQuery } from '../../api/client';
import { isRunning, type FollowedCommand } from '../../parts/commands';
import { PageTitle } from '../../parts/pieces';
import { TestMark, useRealm } from '../../parts/realm';
import { Failed, Loading } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { Returns } from './returns';
import { CommandList } from './command-list';
import { MoneySummary } from './money-summary';
import type { PaymentDetails, PaymentName } from './payment-parts';
import { PaymentActions } from './payment-actions';
import { PaymentFacts } from './payment-facts';
import { PaymentTimeline } from './payment-timeline';

const BUSY_MS = 1_000;
const CALM_MS = 10_000;

function isUnderWay({ status, target, refunds }: PaymentDetails): boolean {
  return status === 'pending' || target !== undefined || refunds.some((refund) => refund.status === 'pending');
}

export function OperatorPayment({ invoiceID, paymentID }: PaymentName): ReactNode {
  const texts = useTexts();
  const path = `/payments/${encodeURIComponent(invoiceID)}/${encodeURIComponent(paymentID)}`;
  const commands = useQuery({
    queryKey: ['commands', invoiceID, paymentID],
    queryFn: ({ signal }) =>
      callOperators<{ commands: FollowedCommand[] }>(
        `/commands${toQuery({ subjectID: `${invoiceID}.${paymentID}`, limit: 20 })}`,
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.commands.some(isRunning) ? BUSY_MS : CALM_MS),
  });
  const query = useQuery({
    queryKey: ['payment', invoiceID, paymentID],
    queryFn: ({ signal }) => callOperators<PaymentDetails>(path, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? BUSY_MS : CALM_MS),
  });
  const title = `${texts.payment.title} ${invoiceID}.${paymentID}`;
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
      {(query.isPending || (!isComplete && !query.isError)) && <Loading rows={8} />}
      {query.isError && !payment && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {payment && (
        <>
          <MoneySummary payment={payment} />
          <CommandList commands={commands.data?.commands ?? []} />
          <PaymentFacts payment={payment} />
          <Returns payment={payment} />
          <PaymentTimeline path={`${path}/timeline`} version={`${payment.statusChangedAt} ${payment.refundedAmount}`} />
        </>
      )}
    </>
  );
}
