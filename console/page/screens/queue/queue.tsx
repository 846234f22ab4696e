import type { ReactNode } from 'react';
import { NavLink, useParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { countText } from '../../parts/format';
import { Dated, Money, PageTitle } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { PagedList, usePages } from '../../parts/paged-list';
import { Empty, QueryState } from '../../parts/states';
import { lazyDialog } from '../../parts/lazy-dialog';
import { loadScreenTexts, useTexts } from '../../texts/texts';
import { QueueActions } from './queue-actions';
import { describeWork } from './queue-words';
import type { ChosenQueue } from './work';
import { ButtonLink } from '../../parts/links';

const HandOver = lazyDialog(async () => {
  await loadScreenTexts();
  return (await import('./hand-over')).HandOver;
});
const REFRESH_MS = 15_000;

export function Queue(): ReactNode {
  const { queue, common, nav } = useTexts();
  const { kind } = useParams();
  const counts = useOperators<Schemas['QueueCounts']>('/queue', { refetchInterval: REFRESH_MS });
  const queues = counts.data?.queues ?? [];
  const first = queues.find(({ count }) => count > 0)?.kind ?? queues[0]?.kind;
  const chosen = kind ?? first;
  return (
    <>
      <PageTitle title={nav.queue}>
        <p className="help">{common.updated}</p>
        <ButtonLink to="/queue/shift" text={queue.handOver} />
      </PageTitle>
      <QueryState query={counts} rows={8} />
      {counts.data && kind === 'shift' && <HandOver queues={queues} />}
      {counts.data && kind !== 'shift' && (
        <div className="queue">
          <nav aria-label={nav.queue} className="queue-kinds">
            <ul>
              {queues.map(({ kind: name, count }) => (
                <li key={name}>
                  <NavLink to={`/queue/${name}`} className={name === chosen ? 'active' : ''}>
                    <span>{queue.kinds[name] ?? name}</span>
                    <span className={`count ${count > 0 ? 'some' : ''}`}>{countText(count)}</span>
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          {chosen !== undefined && <QueueList kind={chosen as ChosenQueue} key={chosen} />}
        </div>
      )}
    </>
  );
}

function QueueList({ kind }: { kind: ChosenQueue }): ReactNode {
  const texts = useTexts();
  const { queue } = texts;
  const query = usePages({
    queryKey: ['queue', kind],
    read: (place, signal) =>
      callOperators<Schemas['QueueItems']>(`/queue/${kind}${toQuery({ limit: 50, continuationToken: place })}`, {
        signal,
      }),
    rowsOf: (page) => page.items,
    refetchMs: REFRESH_MS,
  });
  const items = query.data ?? [];
  return (
    <section aria-label={queue.kinds[kind] ?? kind} className="queue-list">
      <h2>{queue.kinds[kind] ?? kind}</h2>
      <PagedList
        query={query}
        isEmpty={items.length === 0}
        empty={<Empty title={queue.empty} help={queue.emptyHelp} />}
      >
        <ul className="cards">
          {items.map((item) => (
            <li key={item.id} className="card">
              <div className="card-main">
                <p className="card-title">{describeWork(item.fact, texts)}</p>
                <p className="card-facts">
                  <Money amount={item.amount} currency={item.currency} />
                  <Dated text={`${queue.due}:`} at={item.at} />
                  <code>{item.id}</code>
                  {item.openedAt !== undefined && (
                    <Dated text={queue.openedBy(item.openedBy ?? '')} at={item.openedAt} />
                  )}
                </p>
              </div>
              <QueueActions kind={kind} item={item} />
            </li>
          ))}
        </ul>
      </PagedList>
    </section>
  );
}
