import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type Schemas } from '../../api/client';
import { CommandChoice, type OfferedCommand } from '../../parts/command-choice';
import { useCommandsOf } from '../../parts/commands';
import { hasPassed } from '../../parts/days';
import { PartyLink } from '../../parts/links';
import { CopyID, Facts, Moment } from '../../parts/pieces';
import { useOperated } from '../../parts/read';
import { QueryState } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { Together } from '../../parts/together';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { CommandList } from '../payment/command-list';
import { PaymentTimeline } from '../payment/payment-timeline';
import { bankLineColumns, PayoutStatus, ShopBalanceLink } from '../settlement/columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from '../settlement/settlement-screen';
import { BatchLink, payoutColumns } from './payout-columns';

type Payout = Schemas['OperatedPayout'];

/** Why a payout is what it is: its batch and lines, what the bank said, and its postings, commands and webhooks. */
export function PayoutScreen(): ReactNode {
  const texts = useTexts();
  const { settlement, types } = texts;
  const { payoutID = '' } = useParams();
  const path = `/payouts/${encodeURIComponent(payoutID)}`;
  const query = useOperated<Payout>(path);
  const commands = useCommandsOf(payoutID);
  const payout = commands.isPending ? undefined : query.data;
  return (
    <SettlementScreen title={`${types.payout} ${payoutID}`}>
      <QueryState query={query} rows={8} isIncomplete={payout === undefined} />
      {payout && (
        <>
          <PayoutMoney payout={payout} />
          <div className="row-actions">
            <PayoutActions payout={payout} />
          </div>
          <CommandList commands={commands.data?.commands ?? []} />
          <PayoutFacts payout={payout} />
          <Together>
            <OperatedList<Schemas['BalanceTransactionPage']>
              {...{
                title: settlement.ofBatch,
                path: `/shops/${encodeURIComponent(payout.shopID)}/balance-transactions`,
              }}
              filter={{ batchID: payout.batchID, currency: payout.currency }}
              columns={payoutColumns(texts, payout.shopID)['balance-transactions']}
            />
            <OperatedList<Schemas['BankLines']>
              {...{ title: settlement.bankLines, path: `${path}/bank-lines` }}
              columns={bankLineColumns(texts)}
              getRowID={({ statementID, number }) => `${statementID} ${number}`}
            />
            <PaymentTimeline
              path={`/subjects/payout/${encodeURIComponent(payoutID)}/timeline`}
              version={payout.status}
            />
          </Together>
        </>
      )}
    </SettlementScreen>
  );
}

/** The sum of the batch: what was left, what its lines changed, what is paid and what remains. */
function PayoutMoney({ payout: { amount, currency, status, batch } }: { payout: Payout }): ReactNode {
  const { payouts, types } = useTexts();
  return (
    <Summary
      title={types.payout}
      {...{ amount, currency, status: <PayoutStatus status={status} /> }}
      rest={[
        [payouts.opening, batch?.opening, currency],
        [payouts.net, batch?.net, currency],
        [types.payout, batch?.payout, currency],
        [payouts.closing, batch?.closing, currency],
      ]}
    />
  );
}

function PayoutFacts({ payout }: { payout: Payout }): ReactNode {
  const { payouts, settlement, common, lists, types, payment } = useTexts();
  const { batch, bankFileID, orderReference, bankReference, sendFrom, connector, connectorReference, resultDueAt } =
    payout;
  return (
    <Facts
      rows={[
        [common.shop, <ShopBalanceLink key="shop" {...payout} />],
        [common.merchant, <PartyLink key="party" partyID={payout.partyID} />],
        [payouts.batch, batch && <BatchLink key="batch" batch={batch} text={`№ ${batch.number}`} />],
        [common.created, <Moment key="created" at={payout.createdAt} />],
        [lists.changed, <Moment key="changed" at={payout.statusChangedAt} />],
        [settlement.sendFrom, sendFrom && <Moment key="from" at={sendFrom} />],
        [common.reason, payout.reason],
        [
          types.bankFile,
          bankFileID && (
            <Link key="file" className="mono" to={`/payouts/files/${encodeURIComponent(bankFileID)}`}>
              {bankFileID}
            </Link>
          ),
        ],
        [settlement.reference, orderReference && <CopyID key="order" id={orderReference} />],
        [payment.connector, connector],
        [payment.reference, connectorReference && <CopyID key="connector" id={connectorReference} />],
        [settlement.resultDue, resultDueAt && <Moment key="due" at={resultDueAt} />],
        [payouts.reference, bankReference && <CopyID key="bank" id={bankReference} />],
      ]}
    />
  );
}

type Recorded = keyof ConsoleTexts['settlement']['record'];

const NEXT: Partial<Record<Payout['status'], readonly Recorded[]>> = {
  ...{ pending: ['sent', 'cancelled'], sent: ['paid', 'failed'], paid: ['returned'] },
};

/** What became of a payout outside of files, each with a second person; the reason is what the merchant reads. */
function PayoutActions({ payout: { id, status, bankFileID, connector, resultDueAt } }: { payout: Payout }): ReactNode {
  const { settlement } = useTexts();
  const { has } = useSession();
  // What a file has ordered is sent and cancelled with the file; a connector decides until its time is over.
  const isOrdered = status === 'pending' && bankFileID !== undefined;
  const isDecided = connector !== undefined && !hasPassed(resultDueAt ?? '');
  if (!has('finance')) return null;
  const next = isOrdered || isDecided ? [] : (NEXT[status] ?? []);
  const choices = next.map((result): OfferedCommand => {
    const isGood = result === 'sent' || result === 'paid';
    return {
      ...{ type: 'recordPayout', label: settlement.record[result], isDangerous: !isGood },
      help: isGood ? settlement.secondPerson : settlement.recordHelp,
      given: ({ reason }) => ({ status: result, ...(!isGood && { text: reason }) }),
    };
  });
  return <CommandChoice choices={choices} parameters={{ payoutID: id }} />;
}
