import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { ButtonLink, PaymentLink } from '../../parts/links';
import { momentText } from '../../parts/format';
import { OperatedList } from '../../parts/operated-list';
import { Facts, Moment, PageTitle } from '../../parts/pieces';
import { Empty } from '../../parts/states';
import { column, money } from '../../parts/table';
import { declineText } from '../../../../ui/declines/declines';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { durationText } from './statistics';

type Attempt = Schemas['CountedAttempt'];

const FILTERS = ['from', 'to', 'reason', 'connector', 'shopID'] as const;

/** The attempts behind a number of the statistics; the address has its filter. */
export function Attempts(): ReactNode {
  const texts = useTexts();
  const { today, common, declines } = texts;
  const [address] = useSearchParams();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, address.get(name)]));
  const { from, to, reason, connector, shopID } = filter;
  return (
    <>
      <PageTitle title={today.attempts}>
        <ButtonLink to="/today" text={today.back} />
      </PageTitle>
      <Facts
        rows={[
          [common.when, from && to ? today.listSpan(momentText(from), momentText(to)) : ''],
          [today.key['reason'] ?? '', reason ? declineText(declines, reason) : ''],
          [today.key['connector'] ?? '', connector],
          [common.shop, shopID],
        ]}
      />
      <OperatedList<Schemas['CountedAttempts']>
        {...{ isWhole: true, title: today.attempts, path: '/statistics/attempts', filter: { ...filter, limit: 50 } }}
        {...{ rows: 10, name: 'attempts-counted', refetchMs: false }}
        empty={<Empty title={today.listEmpty} />}
        columns={columnsOf(texts)}
        getRowID={({ invoiceID, paymentID, number }) => `${invoiceID}.${paymentID}.${number}`}
      />
    </>
  );
}

function columnsOf({ today, common, declines, types, webhooks }: ConsoleTexts): ColumnDef<Attempt>[] {
  const took = ({ startedAt, endedAt }: Attempt): string =>
    durationText(today, Date.parse(endedAt) - Date.parse(startedAt));
  return [
    column('payment', types.payment, (row) => <PaymentLink {...row} />),
    column('ended', today.ended, ({ endedAt }) => <Moment at={endedAt} isExact />),
    money('amount', common.amount, ({ amount }) => amount),
    column('reason', today.key['reason'], ({ reason }) => declineText(declines, reason)),
    column('connector', today.key['connector'], ({ connector }) => connector),
    column('shop', common.shop, ({ shopID }) => shopID),
    column('took', webhooks.duration, took, 'number'),
  ];
}
