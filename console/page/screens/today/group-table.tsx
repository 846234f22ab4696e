import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { countText, dayText, momentText, percentText } from '../../parts/format';
import { Empty, QueryState } from '../../parts/states';
import { column, DataTable } from '../../parts/table';
import { declineText } from '../../../../ui/declines/declines';
import { useTexts } from '../../texts/texts';
import {
  durationText,
  useSpanName,
  useStatistics,
  volumeText,
  type TodayGrouping,
  type HourlyGroup,
} from './statistics';

const GROUPINGS: readonly TodayGrouping[] = ['connector', 'shop', 'tool', 'reason'];

/** The sums by one property, which the address names. */
export function Groups(): ReactNode {
  const { today } = useTexts();
  const [address, setAddress] = useSearchParams();
  const by = GROUPINGS.find((name) => name === address.get('by')) ?? 'connector';
  const span = useSpanName();
  const query = useStatistics(by);
  const choose = (chosen: string): void => {
    const next = new URLSearchParams(address);
    next.set('by', chosen);
    setAddress(next, { replace: true });
  };
  return (
    <section>
      <div className="section-title">
        <h2>{today.key[by]}</h2>
        <label className="inline-field">
          {today.by}
          <select value={by} onChange={({ target }) => choose(target.value)}>
            {GROUPINGS.map((name) => (
              <option key={name} value={name}>
                {today[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <QueryState query={query} rows={4} />
      {query.data?.groups.length === 0 && <Empty title={today.spans[span].empty} />}
      {query.data && query.data.groups.length > 0 && <GroupTable by={by} groups={query.data.groups} />}
    </section>
  );
}

export function GroupTable({ by, groups }: { by: TodayGrouping | 'hour' | 'day'; groups: HourlyGroup[] }): ReactNode {
  const { today, declines } = useTexts();
  const number = (id: string, header: string, text: (group: HourlyGroup) => string): ColumnDef<HourlyGroup> =>
    column(id, header, text, 'number');
  const span = useSpanName();
  const before = (title: string): string => `${title}, ${today.spans[span].ago}`;
  const keyText = (key: string): string =>
    by === 'hour' ? momentText(key) : by === 'day' ? dayText(key) : by === 'reason' ? declineText(declines, key) : key;
  const columns = [
    column<HourlyGroup>('key', today.key[by] ?? by, ({ key }) => keyText(key)),
    number('attempts', today.attempts, ({ attempts }) => countText(attempts)),
    number('attempts-before', before(today.attempts), ({ weekAgo }) => countText(weekAgo.attempts)),
    number('rate', today.rate, ({ approvalRate }) => percentText(approvalRate)),
    number('rate-before', before(today.rate), ({ weekAgo }) => percentText(weekAgo.approvalRate)),
    number('volume', today.volume, volumeText),
    number('volume-before', before(today.volume), ({ weekAgo }) => volumeText(weekAgo)),
    number('p95', today.p95, ({ p95Ms }) => durationText(today, p95Ms)),
    number('p95-before', before(today.p95), ({ weekAgo }) => durationText(today, weekAgo.p95Ms)),
  ];
  return <DataTable caption={today.key[by] ?? by} columns={columns} rows={groups} getRowID={({ key }) => key} />;
}
