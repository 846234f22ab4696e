import { useQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callMerchants, toQuery } from '../../api/client';
import { useChosenShop } from '../../parts/chosen-shop';
import { daysAgo } from '../../parts/days';
import { FilterForm } from '../../parts/filter-form';
import { countText, dayText } from '../../parts/format';
import { PageTitle } from '../../parts/pieces';
import { ownerOptions } from '../../parts/owners';
import { useTimeZone } from '../../parts/shop-time-zone';
import { Empty, QueryState } from '../../parts/states';
import { column, DataTable, money } from '../../parts/table';
import { language, useTexts } from '../../texts/texts';
import { ExportButton } from '../export/export-button';
import { methodOf, netOf, sumLines, type MonthSum, type OwnMonth, type OwnMonthLine } from './month-sums';

const MONTHS = 24;
const names = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** This month and those before it, `2026-11`, in a time zone. */
function lastMonths(timeZone: string | undefined): string[] {
  const [year, month] = daysAgo(0, timeZone).split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
}

/** A month of a shop by day and by method of payment. */
export function Months(): ReactNode {
  const { desk, common, lists, registries } = useTexts();
  const { query: shops, shopID } = useChosenShop();
  const [address] = useSearchParams();
  const zone = useTimeZone(shopID);
  const months = lastMonths(zone.data);
  const month = months.find((each) => each === address.get('month')) ?? months[0] ?? '';
  return (
    <>
      <PageTitle title={desk.months}>
        <MonthExport {...{ shopID, month }} />
      </PageTitle>
      <FilterForm
        fields={[
          {
            ...{ name: 'shopID', title: common.shop, value: shopID ?? '' },
            options: ownerOptions(lists.chooseShop, shops.data),
          },
          {
            ...{ name: 'month', title: registries.month, value: month },
            options: months.map((each) => [each, names.format(new Date(each))] as const),
          },
        ]}
      />
      <QueryState query={shops} rows={8} />
      {shops.data && shopID === undefined && <Empty title={desk.noShop} help={desk.noShopHelp} />}
      {shopID !== undefined && <QueryState query={zone} rows={12} />}
      {shopID !== undefined && zone.data && <MonthOfShop {...{ shopID, month }} />}
    </>
  );
}

const monthPath = (shopID: string, month: string): string =>
  `/analytics/shops/${encodeURIComponent(shopID)}/months/${month}`;

function MonthExport({ shopID, month }: { shopID: string | undefined; month: string }): ReactNode {
  const texts = useTexts();
  return (
    <ExportButton<OwnMonthLine>
      {...{ name: `month-${month}`, shopID, isDisabled: shopID === undefined }}
      load={async () => (await import('./exported-month')).exportMonth(monthPath(shopID ?? '', month), texts)}
    />
  );
}

function MonthOfShop({ shopID, month }: { shopID: string; month: string }): ReactNode {
  const texts = useTexts();
  const { desk } = texts;
  const query = useQuery({
    queryKey: ['month', shopID, month],
    queryFn: ({ signal }) => callMerchants<OwnMonth>(monthPath(shopID, month), { signal }),
  });
  const { lines = [], timeZone = '' } = query.data ?? {};
  const link = (day: string): string => `/payments${toQuery({ shopID, from: day, to: day })}`;
  return (
    <>
      <QueryState query={query} rows={12} />
      {query.data && lines.length === 0 && <Empty title={desk.noOperations} help={desk.noOperationsHelp} />}
      {lines.length > 0 && (
        <>
          <SumTable {...{ title: desk.total, rows: sumLines(lines, () => '') }} />
          <SumTable
            {...{ title: desk.byMethod, rows: sumLines(lines, (line) => methodOf(line, texts)) }}
            label={desk.method}
          />
          <SumTable
            {...{ title: desk.byDay, rows: sumLines(lines, ({ day }) => day), label: desk.day }}
            show={(day) => <Link to={link(day)}>{dayText(day)}</Link>}
          />
          <p className="help">{desk.monthHelp(timeZone)}</p>
        </>
      )}
    </>
  );
}

interface SumTableProps {
  title: string;
  rows: MonthSum[];
  /** Of the first column, which totals do not have. */
  label?: string;
  show?: (name: string) => ReactNode;
}

function SumTable({ title, rows, label, show = (name) => name }: SumTableProps): ReactNode {
  const { desk, common, lists, payment } = useTexts();
  const columns = useMemo<ColumnDef<MonthSum>[]>(() => {
    const count = (id: string, value: (row: MonthSum) => number): ColumnDef<MonthSum> =>
      column(id, desk.operations, (row) => countText(value(row)), 'number');
    return [
      ...(label === undefined ? [] : [column<MonthSum>('name', label, ({ name }) => show(name), 'no-wrap')]),
      money<MonthSum>('sales', desk.salesOf, ({ sales }) => sales.amount),
      count('salesCount', ({ sales }) => sales.count),
      money<MonthSum>('refunds', lists.refunds, ({ refunds }) => refunds.amount),
      count('refundsCount', ({ refunds }) => refunds.count),
      money<MonthSum>('fees', payment.fee, ({ fees }) => fees),
      money<MonthSum>('chargebacks', lists.chargebacks, ({ chargebacks }) => chargebacks.amount),
      count('chargebacksCount', ({ chargebacks }) => chargebacks.count),
      money<MonthSum>('net', desk.netOf, netOf),
      column('currency', common.currency, ({ currency }) => currency),
    ];
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `show` differs by nothing that the columns show
  }, [desk, common, lists, label]);
  return (
    <section>
      <h2>{title}</h2>
      <DataTable {...{ caption: title, columns, rows }} getRowID={({ name, currency }) => `${name} ${currency}`} />
    </section>
  );
}
