import { useInfiniteQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PaymentLink } from '../../parts/links';
import { useOwners } from '../../parts/owners';
import { PagedList } from '../../parts/paged-list';
import { Moment, Money, PageTitle, Status } from '../../parts/pieces';
import { TestMark } from '../../parts/realm';
import { Empty, Failed } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { ListTabs } from '../lists/list-tabs';
import { RegistryLink } from '../registries/registry-link';
import { PaymentFilters } from './payment-filters';
import { readFilter, readPage, type ListedPayment } from './payment-source';
import { Failure } from '../../parts/failure';

/** Payments of a shop. The filters are in the address, so that a list can be sent to a colleague. */
export function Payments(): ReactNode {
  const { payments } = useTexts();
  const { person } = useSession();
  const [address] = useSearchParams();
  const shops = useOwners('shop');
  const only = shops.data?.length === 1 ? shops.data[0]?.id : undefined;
  const filter = { ...readFilter(address), ...(address.get('shopID') || !only ? {} : { shopID: only }) };
  const query = useInfiniteQuery({
    queryKey: ['payments', person.kind, filter],
    queryFn: ({ signal, pageParam }) => readPage(person.kind, { ...filter, continuationToken: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
    enabled: filter.shopID !== undefined,
  });
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page.payments) ?? [], [query.data]);
  return (
    <>
      <PageTitle title={payments.title}>
        <TestMark shopID={filter.shopID} />
        <RegistryLink kind="payments" ownerID={filter.shopID} from={filter.from} to={filter.to} />
      </PageTitle>
      <ListTabs />
      <PaymentFilters filter={filter} shops={shops.data ?? []} key={`${address} ${shops.isSuccess}`} />
      {shops.isError && <Failed error={shops.error} onRetry={() => void shops.refetch()} />}
      {filter.shopID === undefined && shops.data && (
        <Empty title={payments.chooseShop} help={payments.chooseShopHelp} />
      )}
      <PagedList
        query={query}
        isEmpty={rows.length === 0}
        empty={<Empty title={payments.empty} help={payments.emptyHelp} />}
        rows={10}
      >
        <PaymentTable rows={rows} />
      </PagedList>
    </>
  );
}

function PaymentTable({ rows }: { rows: ListedPayment[] }): ReactNode {
  const { payments, common, payment } = useTexts();
  const columns = useMemo<ColumnDef<ListedPayment>[]>(
    () => [
      {
        id: 'number',
        header: payments.number,
        cell: ({ row: { original } }) => <PaymentLink {...original} />,
      },
      { id: 'created', header: common.created, cell: ({ row }) => <Moment at={row.original.createdAt} /> },
      {
        id: 'amount',
        header: common.amount,
        meta: { className: 'number' },
        cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
      },
      { id: 'status', header: common.status, cell: ({ row }) => <Status status={row.original.status} /> },
      { id: 'tool', header: payments.tool, cell: ({ row }) => row.original.tool ?? row.original.toolType },
      { id: 'error', header: payment.error, cell: ({ row }) => <Failure code={row.original.errorCode} /> },
      { id: 'external', header: payment.externalID, cell: ({ row }) => row.original.externalID ?? '' },
    ],
    [payments, common, payment],
  );
  return (
    <DataTable
      caption={payments.title}
      name="payments"
      columns={columns}
      rows={rows}
      getRowID={({ invoiceID, paymentID }) => `${invoiceID}.${paymentID}`}
    />
  );
}
