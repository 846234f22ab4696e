import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { toQuery, type Schemas } from '../../api/client';
import { useChosenShop } from '../../parts/chosen-shop';
import { FilterForm, type FilterField } from '../../parts/filter-form';
import { ownerOptions } from '../../parts/owners';
import { usePages } from '../../parts/paged-list';
import { Moment, PageTitle } from '../../parts/pieces';
import { FilterZone } from '../../parts/shop-time-zone';
import { Empty, Failed, Loading } from '../../parts/states';
import { Summary } from '../../parts/summary';
import { PagedTable } from '../../parts/table';
import { Together } from '../../parts/together';
import { useSession } from '../../session/session';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { payoutColumns } from './payout-columns';
import { ExportButton } from '../export/export-button';
import { OperatedList } from '../../parts/operated-list';
import { SettlementTabs } from '../settlement/settlement-screen';
import { readBalances, readPayoutList, type PayoutList, type PayoutListRequest } from './payout-source';

/** What a shop is owed and was paid. Operators see the open payouts of all shops until they choose one. */
export function Payouts(): ReactNode {
  const { payouts, lists, common, nav } = useTexts();
  const { person } = useSession();
  const [address] = useSearchParams();
  const { query: owners, shopID } = useChosenShop();
  const options = ownerOptions(lists.chooseShop, owners.data);
  return (
    <>
      <PageTitle title={nav.payouts} />
      {person.kind === 'operator' && <SettlementTabs />}
      {person.kind === 'merchant' && owners.isPending ? (
        <Loading rows={2} />
      ) : (
        <FilterForm
          fields={[
            { name: 'shopID', title: common.shop, value: shopID ?? '', options },
            ...(shopID === undefined ? [] : lineFilters(payouts, address)),
          ]}
        />
      )}
      <FilterZone shopID={shopID} />
      {owners.isError && <Failed error={owners.error} onRetry={() => void owners.refetch()} />}
      {shopID !== undefined && (
        <Together key={shopID}>
          <ShopMoney shopID={shopID} />
        </Together>
      )}
      {shopID === undefined && person.kind === 'operator' && (
        <Together>
          <OpenPayouts state="open" title={payouts.open} />
          <OpenPayouts state="failed" title={payouts.failed} />
        </Together>
      )}
      {shopID === undefined && person.kind === 'merchant' && owners.data && (
        <Empty title={lists.chooseShop} help={payouts.emptyHelp} />
      )}
    </>
  );
}

/** Filters of a shop's transactions. */
function lineFilters(texts: ConsoleTexts['payouts'], address: URLSearchParams): FilterField[] {
  const types = Object.entries(texts.types).map(([type, text]) => [type, text] as const);
  const value = (name: string): string => address.get(name) ?? '';
  return [
    { name: 'type', title: texts.lines, value: value('type'), options: [['', texts.allLines], ...types] },
    { name: 'sourceID', title: texts.sourceID, value: value('sourceID') },
    ...(['fromTime', 'toTime'] as const).map((name) => ({
      ...{ name, title: texts[name], value: value(name), isDay: true },
    })),
  ];
}

const FILTERS = ['currency', 'batchID', 'type', 'sourceID', 'fromTime', 'toTime'] as const;

function readFilter(address: URLSearchParams): Record<string, string | undefined> {
  const given = FILTERS.map((name) => [name, address.get(name) ?? undefined] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function ShopMoney({ shopID }: { shopID: string }): ReactNode {
  const { payouts, nav } = useTexts();
  const [address] = useSearchParams();
  const filter = readFilter(address);
  const { currency, batchID } = filter;
  return (
    <>
      <Balances shopID={shopID} />
      {Object.keys(filter).every((name) => name === 'currency') && (
        <>
          <MoneyList list="payouts" request={{ shopID, filter: {} }} title={nav.payouts} />
          <MoneyList list="batches" request={{ shopID, filter: {} }} title={payouts.batches} />
        </>
      )}
      {batchID !== undefined && (
        <p>
          {payouts.batch}: <span className="mono">{batchID}</span>{' '}
          <Link to={`/payouts${toQuery({ shopID, currency })}`}>{payouts.allLines}</Link>
        </p>
      )}
      <MoneyList list="balance-transactions" request={{ shopID, filter }} title={payouts.lines} />
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
  return query.data.map(({ currency, available, pending, reserved, inTransit, nextCloseAt }) => (
    <section key={currency} aria-label={`${payouts.balance}, ${currency}`}>
      <Summary
        title={`${payouts.available}, ${currency}`}
        {...{ amount: available, currency }}
        status={
          <Link className="help" to={`/payouts${toQuery({ shopID, currency })}`}>
            {payouts.lines}
          </Link>
        }
        rest={[
          [payouts.nextClose, nextCloseAt === undefined ? payouts.byHand : <Moment at={nextCloseAt} />],
          [payouts.pending, pending, currency],
          [payouts.reserved, reserved, currency],
          [payouts.inTransit, inTransit, currency],
        ]}
      />
    </section>
  ));
}

interface MoneyListProps<List extends PayoutList> {
  list: List;
  request: PayoutListRequest;
  title: string;
}

function MoneyList<List extends PayoutList>({ list, request, title }: MoneyListProps<List>): ReactNode {
  const texts = useTexts();
  const { lists } = texts;
  const { person } = useSession();
  const query = usePages({
    queryKey: [list, person.kind, request],
    read: (place, signal) => readPayoutList(person.kind, list, { ...request, place, signal }),
    rowsOf: ({ result }) => result,
  });
  return (
    <section>
      <div className="section-title">
        <h2>{title}</h2>
        <ExportButton
          {...{ name: list, shopID: request.shopID, label: `${lists.export}: ${title}` }}
          load={async () => (await import('../export/exported-lists')).exportPayouts(list, request, texts)}
        />
      </div>
      <PagedTable
        {...{ query, rows: 3, empty: <Nothing />, caption: title, name: list }}
        columns={payoutColumns(texts, request.shopID)[list]}
      />
    </section>
  );
}

function OpenPayouts({ state, title }: { state: 'open' | 'failed'; title: string }): ReactNode {
  return (
    <OperatedList<Schemas['OpenPayouts']>
      {...{ title, path: '/payouts', filter: { state } }}
      columns={payoutColumns(useTexts()).payouts}
    />
  );
}

function Nothing(): ReactNode {
  const { payouts } = useTexts();
  return <p className="help">{payouts.empty}</p>;
}
