import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { toQuery } from '../../api/client';
import { FilterForm } from '../../parts/filter-form';
import { ownerText, useOwners } from '../../parts/owners';
import { PagedList } from '../../parts/paged-list';
import { Facts, Moment, Money, PageTitle } from '../../parts/pieces';
import { Empty, Failed, Loading } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';
import { payoutColumns } from './payout-columns';
import {
  readBalances,
  readOpenPayouts,
  readPayoutList,
  type PayoutList,
  type PayoutListRequest,
} from './payout-source';

/** What a shop is owed and was paid. Operators see the open payouts of all shops until they choose one. */
export function Payouts(): ReactNode {
  const { payouts, lists, common } = useTexts();
  const { person } = useSession();
  const [address, setAddress] = useSearchParams();
  const owners = useOwners('shop');
  const only = owners.data?.length === 1 ? owners.data[0]?.id : undefined;
  const shopID = address.get('shopID') ?? (person.kind === 'merchant' ? only : undefined);
  const options = [
    ['', lists.chooseShop] as const,
    ...(owners.data ?? []).map((choice) => [choice.id, ownerText(choice)] as const),
  ];
  return (
    <>
      <PageTitle title={payouts.title} />
      <FilterForm
        key={address.toString()}
        fields={[{ name: 'shopID', title: common.shop, value: shopID ?? '', options }]}
        onApply={(values) => setAddress(Object.entries(values).filter(([, value]) => value !== ''))}
        onClear={() => setAddress([])}
      />
      {owners.isError && <Failed error={owners.error} onRetry={() => void owners.refetch()} />}
      {shopID !== undefined && <ShopMoney shopID={shopID} key={shopID} />}
      {shopID === undefined && person.kind === 'operator' && <OpenPayouts />}
      {shopID === undefined && person.kind === 'merchant' && owners.data && (
        <Empty title={lists.chooseShop} help={payouts.emptyHelp} />
      )}
    </>
  );
}

function ShopMoney({ shopID }: { shopID: string }): ReactNode {
  const { payouts } = useTexts();
  const [address] = useSearchParams();
  const [currency, batchID] = [address.get('currency') ?? undefined, address.get('batchID') ?? undefined];
  return (
    <>
      <Balances shopID={shopID} />
      {batchID === undefined ? (
        <>
          <MoneyList list="payouts" request={{ shopID, filter: {} }} title={payouts.title} />
          <MoneyList list="batches" request={{ shopID, filter: {} }} title={payouts.batches} />
        </>
      ) : (
        <p>
          {payouts.batch}: <span className="mono">{batchID}</span>{' '}
          <Link to={`/payouts${toQuery({ shopID, currency })}`}>{payouts.allLines}</Link>
        </p>
      )}
      <MoneyList
        list="balance-transactions"
        request={{ shopID, filter: { currency, batchID } }}
        title={payouts.lines}
      />
    </>
  );
}

function Balances({ shopID }: { shopID: string }): ReactNode {
  const { payouts } = useTexts();
  const { person } = useSession();
  const query = useQuery({
    queryKey: ['balances', person.kind, shopID],
    queryFn: ({ signal }) => readBalances(person.kind, shopID, signal),
  });
  if (query.isLoading) return <Loading rows={2} />;
  if (!query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return query.data.map(({ currency, nextCloseAt, ...sums }) => {
    const shown = (['available', 'pending', 'reserved', 'inTransit'] as const).map(
      (name) => [payouts[name], <Money key={name} amount={sums[name]} currency={currency} />] as const,
    );
    const next = nextCloseAt === undefined ? payouts.byHand : <Moment at={nextCloseAt} />;
    return (
      <section key={currency} aria-label={`${payouts.balance}, ${currency}`}>
        <h2>
          {payouts.balance}, {currency}
          <Link className="help" to={`/payouts${toQuery({ shopID, currency })}`}>
            {' '}
            {payouts.lines}
          </Link>
        </h2>
        <Facts rows={[...shown, [payouts.nextClose, next]]} />
      </section>
    );
  });
}

interface MoneyListProps<List extends PayoutList> {
  list: List;
  request: PayoutListRequest;
  title: string;
}

function MoneyList<List extends PayoutList>({ list, request, title }: MoneyListProps<List>): ReactNode {
  const texts = useTexts();
  const { person } = useSession();
  const query = useInfiniteQuery({
    queryKey: [list, person.kind, request],
    queryFn: ({ signal, pageParam }) => readPayoutList(person.kind, list, { ...request, place: pageParam, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ result }) => result) ?? [], [query.data]);
  const columns = useMemo(() => payoutColumns(texts)[list], [texts, list]);
  return (
    <section>
      <h2>{title}</h2>
      <PagedList query={query} isEmpty={rows.length === 0} empty={<Nothing />} rows={3}>
        <DataTable caption={title} name={list} columns={columns} rows={rows} getRowID={({ id }) => id} />
      </PagedList>
    </section>
  );
}

function OpenPayouts(): ReactNode {
  const texts = useTexts();
  const { payouts } = texts;
  const query = useQuery({ queryKey: ['open-payouts'], queryFn: ({ signal }) => readOpenPayouts(signal) });
  const columns = useMemo(() => payoutColumns(texts).payouts, [texts]);
  if (query.isLoading) return <Loading rows={4} />;
  if (!query.data) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section>
      <h2>{payouts.open}</h2>
      {query.data.length === 0 ? (
        <Nothing />
      ) : (
        <DataTable caption={payouts.open} columns={columns} rows={query.data} getRowID={({ id }) => id} />
      )}
    </section>
  );
}

function Nothing(): ReactNode {
  const { payouts } = useTexts();
  return <p className="help">{payouts.empty}</p>;
}
