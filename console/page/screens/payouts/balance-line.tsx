import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { dayText } from '../../parts/format';
import { CopyID, Facts, Moment } from '../../parts/pieces';
import { useRead } from '../../parts/read';
import { Empty, QueryState } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { Together } from '../../parts/together';
import { useTexts } from '../../texts/texts';
import { PaymentTimeline } from '../payment/payment-timeline';
import { bankLineColumns, PayoutLink, PayoutStatus, ShopBalanceLink } from '../settlement/columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from '../settlement/settlement-screen';
import { BatchLink, LineSource } from './payout-columns';

type Line = Schemas['BalanceTransaction'];

interface FoundLine {
  line?: Line | undefined;
  payout?: Schemas['OperatedPayout'] | undefined;
}

const MAX_LINES = 200;

/** Finds the line among those of its cause, and the payout among those of its batch. */
async function readLine(id: string, address: URLSearchParams, signal: AbortSignal): Promise<FoundLine> {
  const { shopID = '', currency, sourceID, batchID } = Object.fromEntries(address);
  const path = `/shops/${encodeURIComponent(shopID)}/balance-transactions`;
  const read = async (filter: Record<string, string | undefined>): Promise<Line[]> => {
    const query = toQuery({ currency, limit: MAX_LINES, ...filter });
    return (await callOperators<Schemas['BalanceTransactionPage']>(`${path}${query}`, { signal })).result;
  };
  const [lines, paid] = await Promise.all([
    read(sourceID === undefined ? { batchID } : { sourceID }),
    batchID === undefined ? [] : read({ batchID, type: 'payout' }),
  ]);
  const payoutID = paid[0]?.source.payoutID;
  const payout =
    payoutID === undefined
      ? undefined
      : await callOperators<Schemas['OperatedPayout']>(`/payouts/${encodeURIComponent(payoutID)}`, { signal });
  return { line: lines.find((line) => line.id === id), payout };
}

/** One line of a balance: its posting, attempts and webhooks, the payout that it is in and the bank's line about that. */
export function BalanceLine(): ReactNode {
  const texts = useTexts();
  const { payouts, settlement } = texts;
  const { lineID = '' } = useParams();
  const [address] = useSearchParams();
  const shopID = address.get('shopID') ?? '';
  const query = useRead(['balance-line', lineID, address.toString()], (signal) => readLine(lineID, address, signal));
  const { line, payout } = query.data ?? {};
  const history = line && historyPath(line.source);
  return (
    <SettlementScreen title={settlement.lineTitle}>
      <QueryState query={query} rows={8} />
      {query.data && !line && <Empty title={payouts.empty} help={lineID} />}
      {line && <LineMoney line={line} />}
      {line && <LineFacts {...{ line, payout, shopID }} />}
      <Together key={String(line === undefined)}>
        {payout && (
          <OperatedList<Schemas['BankLines']>
            {...{ title: settlement.bankLines, path: `/payouts/${encodeURIComponent(payout.id)}/bank-lines` }}
            columns={bankLineColumns(texts)}
            getRowID={({ statementID, number }) => `${statementID} ${number}`}
          />
        )}
        {history !== undefined && <PaymentTimeline path={history} version="" />}
      </Together>
    </SettlementScreen>
  );
}

function historyPath({ invoiceID, paymentID, payoutID }: Line['source']): string | undefined {
  const encode = encodeURIComponent;
  if (invoiceID !== undefined && paymentID !== undefined)
    return `/payments/${encode(invoiceID)}/${encode(paymentID)}/timeline`;
  return payoutID === undefined ? undefined : `/subjects/payout/${encode(payoutID)}/timeline`;
}

function LineMoney({ line: { gross, fee, vat, net, currency, type } }: { line: Line }): ReactNode {
  const { payouts, common, payment } = useTexts();
  return (
    <Summary
      title={payouts.types[type]}
      {...{ amount: net, currency, status: null }}
      rest={[
        [common.amount, gross, currency],
        [payment.fee, fee, currency],
        [payouts.vat, vat, currency],
      ]}
    />
  );
}

function LineFacts({ line, payout, shopID }: FoundLine & { line: Line; shopID: string }): ReactNode {
  const { payouts, common, types } = useTexts();
  const { id, source, createdAt, availableOn, text, currency, batchID } = line;
  const batch = batchID === undefined ? undefined : { shopID, currency, id: batchID };
  return (
    <Facts
      rows={[
        [payouts.posting, <CopyID key="id" id={id} />],
        [payouts.source, <LineSource key="source" source={source} />],
        [common.when, <Moment key="at" at={createdAt} />],
        [payouts.availableOn, dayText(availableOn)],
        [common.reason, text],
        [common.shop, <ShopBalanceLink key="shop" {...{ shopID, currency }} />],
        [payouts.batch, batch && <BatchLink key="batch" batch={batch} text={batch.id} />],
        [
          types.payout,
          payout && (
            <>
              <PayoutLink id={payout.id} /> <PayoutStatus status={payout.status} />
            </>
          ),
        ],
      ]}
    />
  );
}
