import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { daysAgo, readDay, startOfDay } from '../../parts/days';
import { FilterForm } from '../../parts/filter-form';
import { useTexts } from '../../texts/texts';
import { marginColumns } from './columns';
import { OperatedList } from '../../parts/operated-list';
import { SettlementScreen } from './settlement-screen';

const GROUPINGS = ['shop', 'account', 'payment'] as const;

/** What the provider earned in a period, the least margin first. */
export function Margins(): ReactNode {
  const texts = useTexts();
  const { settlement, common } = texts;
  const [address] = useSearchParams();
  const groupBy = GROUPINGS.find((name) => name === address.get('groupBy')) ?? 'shop';
  const from = readDay(address.get('from')) ?? daysAgo(30);
  const to = readDay(address.get('to')) ?? daysAgo(0);
  return (
    <SettlementScreen title={settlement.margins}>
      <FilterForm
        fields={[
          {
            ...{ name: 'groupBy', title: settlement.groupBy, value: groupBy },
            options: GROUPINGS.map((name) => [name, settlement.groupings[name]] as const),
          },
          { name: 'from', title: common.from, value: from, isDay: true },
          { name: 'to', title: common.to, value: to, isDay: true },
        ]}
      />
      <p className="help">{settlement.marginHelp}</p>
      <OperatedList<Schemas['ProviderMargins']>
        {...{ isWhole: true, title: settlement.margins, path: '/margins' }}
        filter={{ groupBy, from: startOfDay(from, 0), to: startOfDay(to, 1), limit: 1_000 }}
        columns={marginColumns(texts, groupBy)}
        getRowID={({ id = '', currency }) => `${id} ${currency}`}
      />
    </SettlementScreen>
  );
}
