import { useInfiniteQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { PaymentLink } from '../../parts/links';
import { momentText } from '../../parts/format';
import { PagedList } from '../../parts/paged-list';
import { Facts, Moment, Money, PageTitle } from '../../parts/pieces';
import { Empty } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { reasonText } from '../../parts/reason-text';
import { useTexts } from '../../texts/texts';
import { durationText } from './statistics';

type Attempt = Schemas['CountedAttempt'];

const FILTERS = ['from', 'to', 'reason', 'connector', 'shopID'] as const;

/** The attempts behind a number of the statistics; the address has its filter. */
export function Attempts(): ReactNode {
  const { today, common } = useTexts();
  const [address] = useSearchParams();
  const filter = Object.fromEntries(FILTERS.map((name) => [name, address.get(name)]));
  const query = useInfiniteQuery({
    queryKey: ['counted-attempts', filter],
    queryFn: ({ signal, pageParam }) =>
      callOperators<Schemas['CountedAttempts']>(
        `/statistics/attempts${toQuery({ ...filter, limit: 50, continuationToken: pageParam })}`,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ attempts }) => attempts) ?? [], [query.data]);
  const { from, to, reason, connector, shopID } = filter;
  return (
    <>
      <PageTitle title={today.listTitle}>
        <Link className="button" to="/today">
          {today.back}
        </Link>
      </PageTitle>
      <Facts
        rows={[
          [common.when, from && to ? today.listSpan(momentText(from), momentText(to)) : ''],
          [today.key['reason'] ?? '', reason ? reasonText(today, reason) : ''],
          [today.key['connector'] ?? '', connector],
          [common.shop, shopID],
        ]}
      />
      <PagedList query={query} isEmpty={rows.length === 0} empty={<Empty title={today.listEmpty} />} rows={10}>
        <AttemptTable rows={rows} />
      </PagedList>
    </>
  );
}

function AttemptTable({ rows }: { rows: Attempt[] }): ReactNode {
  const { today, common } = useTexts();
  const columns = useMemo<ColumnDef<Attempt>[]>(
    () => [
      {
        id: 'payment',
        header: today.payment,
        cell: ({ row: { original } }) => <PaymentLink {...original} />,
      },
      { id: 'ended', header: today.ended, cell: ({ row }) => <Moment at={row.original.endedAt} isExact /> },
      {
        id: 'amount',
        header: common.amount,
        meta: { className: 'number' },
        cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
      },
      { id: 'reason', header: today.key['reason'], cell: ({ row }) => reasonText(today, row.original.reason) },
      { id: 'connector', header: today.key['connector'], cell: ({ row }) => row.original.connector },
      { id: 'shop', header: common.shop, cell: ({ row }) => row.original.shopID },
      {
        id: 'took',
        header: today.took,
        meta: { className: 'number' },
        cell: ({ row: { original } }) =>
          durationText(today, Date.parse(original.endedAt) - Date.parse(original.startedAt)),
      },
    ],
    [today, common],
  );
  const getRowID = ({ invoiceID, paymentID, number }: Attempt): string => `${invoiceID}.${paymentID}.${number}`;
  return (
    <DataTable caption={today.listTitle} name="attempts-counted" columns={columns} rows={rows} getRowID={getRowID} />
  );
}
