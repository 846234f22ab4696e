import '../../styles/today.css';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { countText, momentText, percentText } from '../../parts/format';
import { PageTitle } from '../../parts/pieces';
import { Empty, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { CellTable } from './cell-table';
import { Groups, GroupTable } from './group-table';
import { HourChart } from './hour-chart';
import { fillGroups, type SpanName } from './span';
import {
  durationText,
  METRICS,
  useSpanName,
  useStatistics,
  volumeText,
  type AttemptSums,
  type HourlyGroup,
} from './statistics';

export function Today(): ReactNode {
  const { today, nav } = useTexts();
  const span = useSpanName();
  const texts = today.spans[span];
  const query = useStatistics(span === 'day' ? 'hour' : 'day');
  const { data } = query;
  return (
    <>
      <PageTitle title={nav.today}>
        <p className="help">
          {texts.period}
          {data?.completeUntil !== undefined && ` · ${today.complete(momentText(data.completeUntil))}`}
        </p>
        <SpanChoice />
      </PageTitle>
      <QueryState query={query} rows={8} />
      {data && (
        <>
          <Figures total={data.total} before={data.totalWeekAgo} />
          {data.total.attempts === 0 && data.totalWeekAgo.attempts === 0 ? (
            <Empty title={texts.empty} help={today.emptyHelp} />
          ) : (
            <>
              <Hours groups={fillGroups(data.groups, span, data)} total={data.total} before={data.totalWeekAgo} />
              <CellTable />
              <Groups />
            </>
          )}
        </>
      )}
    </>
  );
}

/** The last day, or the month, which the address names. */
function SpanChoice(): ReactNode {
  const { today } = useTexts();
  const [address, setAddress] = useSearchParams();
  const chosen = useSpanName();
  const choose = (name: SpanName): void => {
    const next = new URLSearchParams(address);
    next.set('span', name);
    setAddress(next, { replace: true });
  };
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">{today.span}</legend>
      {(['day', 'month'] as const).map((name) => (
        <label key={name}>
          <input type="radio" name="span" checked={chosen === name} onChange={() => choose(name)} />
          <span>{today.spans[name].name}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Figures({ total, before }: { total: AttemptSums; before: AttemptSums }): ReactNode {
  const { today } = useTexts();
  const { ago } = today.spans[useSpanName()];
  const figures: [string, (counts: AttemptSums) => string, string?][] = [
    [today.attempts, ({ attempts }) => countText(attempts)],
    [today.rate, ({ approvalRate }) => percentText(approvalRate)],
    [today.volume, volumeText],
    [today.p95, ({ p95Ms }) => durationText(today, p95Ms), today.p95Help],
  ];
  return (
    <dl className="figures">
      {figures.map(([name, text, help]) => (
        <div key={name} className="panel" title={help}>
          <dt>{name}</dt>
          <dd>
            <span className="figure">{text(total)}</span>
            <span className="help">{`${text(before)} ${ago}`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Hours(props: { groups: HourlyGroup[]; total: AttemptSums; before: AttemptSums }): ReactNode {
  const { groups, total, before } = props;
  const { today } = useTexts();
  const span = useSpanName();
  const [metric, setMetric] = useState(METRICS[0] ?? 'attempts');
  const currencies = [...new Set([...total.volume, ...before.volume].map(({ currency }) => currency))];
  const [chosen, setCurrency] = useState<string>();
  const currency = chosen ?? currencies[0] ?? 'RUB';
  return (
    <section>
      <div className="section-title">
        <h2>{today.spans[span].title}</h2>
        <fieldset className="segments">
          <legend className="visually-hidden">{today.metric}</legend>
          {METRICS.map((name) => (
            <label key={name}>
              <input type="radio" name="metric" checked={metric === name} onChange={() => setMetric(name)} />
              <span>{today.metrics[name]}</span>
            </label>
          ))}
        </fieldset>
        {metric === 'volume' && currencies.length > 1 && (
          <select aria-label={today.volume} value={currency} onChange={({ target }) => setCurrency(target.value)}>
            {currencies.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        )}
      </div>
      <HourChart {...{ groups, metric, currency, span }} />
      <details className="details">
        <summary>{today.table}</summary>
        <GroupTable by={span === 'day' ? 'hour' : 'day'} groups={groups.filter(({ attempts }) => attempts > 0)} />
      </details>
    </section>
  );
}
