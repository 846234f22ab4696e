import { useQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { countText, momentText, percentText } from '../../parts/format';
import { PageTitle } from '../../parts/pieces';
import { Empty, Failed, Loading } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useTexts } from '../../texts/texts';
import { HourChart } from './hour-chart';

type Statistics = Schemas['AttemptStatistics'];
type Group = Schemas['AttemptsOfGroup'];
type Counts = Schemas['AttemptCounts'];
type By = 'reason' | 'connector' | 'shop' | 'tool';

const GROUPINGS: readonly By[] = ['reason', 'connector', 'shop', 'tool'];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const REFRESH_MS = 60_000;

/** The last 24 full hours beside the same hours a week ago. */
function useStatistics(by: By | 'hour') {
  return useQuery({
    queryKey: ['statistics', by],
    queryFn: ({ signal }) => {
      const toMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
      const range = { from: new Date(toMs - DAY_MS).toISOString(), to: new Date(toMs).toISOString() };
      return callOperators<Statistics>(`/statistics${toQuery({ ...range, by })}`, { signal });
    },
    refetchInterval: REFRESH_MS,
  });
}

export function Today(): ReactNode {
  const { today } = useTexts();
  const query = useStatistics('hour');
  const { data } = query;
  return (
    <>
      <PageTitle title={today.title}>
        {data?.completeUntil !== undefined && <p className="help">{today.complete(momentText(data.completeUntil))}</p>}
      </PageTitle>
      {query.isPending && <Loading rows={8} />}
      {query.isError && !data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {data && (
        <>
          <Figures total={data.total} before={data.totalWeekAgo} />
          {data.total.attempts === 0 && data.totalWeekAgo.attempts === 0 ? (
            <Empty title={today.empty} help={today.emptyHelp} />
          ) : (
            <>
              <section>
                <h2>{today.byHour}</h2>
                <HourChart groups={data.groups} />
                <details className="details">
                  <summary>{today.table}</summary>
                  <GroupTable by="hour" groups={data.groups} />
                </details>
              </section>
              <Groups />
            </>
          )}
        </>
      )}
    </>
  );
}

function Figures({ total, before }: { total: Counts; before: Counts }): ReactNode {
  const { today } = useTexts();
  const figures: [string, string, string][] = [
    [today.attempts, countText(total.attempts), countText(before.attempts)],
    [today.approved, countText(total.approved), countText(before.approved)],
    [today.declined, countText(total.declined), countText(before.declined)],
    [today.rate, percentText(total.approvalRate), percentText(before.approvalRate)],
  ];
  return (
    <dl className="figures">
      {figures.map(([name, value, past]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="figure">{value}</span>
            <span className="help">{`${past} ${today.weekAgo}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Groups(): ReactNode {
  const { today } = useTexts();
  const [address, setAddress] = useSearchParams();
  const by = GROUPINGS.find((name) => name === address.get('by')) ?? 'reason';
  const query = useStatistics(by);
  return (
    <section>
      <div className="section-title">
        <h2>{today.key[by]}</h2>
        <label className="inline-field">
          {today.by}
          <select value={by} onChange={({ target }) => setAddress({ by: target.value }, { replace: true })}>
            {GROUPINGS.map((name) => (
              <option key={name} value={name}>
                {today[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {query.isPending && <Loading rows={4} />}
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.groups.length === 0 && <Empty title={today.empty} />}
      {query.data && query.data.groups.length > 0 && <GroupTable by={by} groups={query.data.groups} />}
    </section>
  );
}

function GroupTable({ by, groups }: { by: By | 'hour'; groups: Group[] }): ReactNode {
  const { today } = useTexts();
  const columns = useMemo<ColumnDef<Group>[]>(() => {
    const number = (id: string, header: string, text: (group: Group) => string): ColumnDef<Group> => ({
      ...{ id, header, meta: { className: 'number' } },
      cell: ({ row }) => text(row.original),
    });
    return [
      {
        id: 'key',
        header: today.key[by] ?? by,
        cell: ({ row: { original } }) => (by === 'hour' ? momentText(original.key) : original.key),
      },
      number('attempts', today.attempts, ({ attempts }) => countText(attempts)),
      number('approved', today.approved, ({ approved }) => countText(approved)),
      number('declined', today.declined, ({ declined }) => countText(declined)),
      number('rate', today.rate, ({ approvalRate }) => percentText(approvalRate)),
      number('before', `${today.attempts} ${today.weekAgo}`, ({ weekAgo }) => countText(weekAgo.attempts)),
      number('rate-before', `${today.rate} ${today.weekAgo}`, ({ weekAgo }) => percentText(weekAgo.approvalRate)),
    ];
  }, [today, by]);
  return <DataTable caption={today.key[by] ?? by} columns={columns} rows={groups} getRowID={({ key }) => key} />;
}
