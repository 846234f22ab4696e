import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { countText, momentText } from '../../parts/format';
import { Moment } from '../../parts/pieces';
import { Empty, Failed, Loading } from '../../parts/states';
import { column, DataTable, money } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { describeWork } from './queue-words';
import type { WaitingItem } from './work';

const MAX_ITEMS = 200;

/** What is open when a shift ends, and who looked at it last: a list to print or to read together. */
export function HandOver({ queues }: { queues: readonly Schemas['QueueCount'][] }): ReactNode {
  const { queue, lists: words } = useTexts();
  const open = queues.filter(({ count }) => count > 0);
  const lists = useQueries({
    queries: open.map(({ kind }) => ({
      queryKey: ['queue', kind, 'shift'],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        callOperators<Schemas['QueueItems']>(`/queue/${kind}?limit=${MAX_ITEMS}`, { signal }),
    })),
  });
  const failed = lists.find(({ isError }) => isError);
  if (failed) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />;
  if (lists.some(({ data }) => !data)) return <Loading rows={8} />;
  return (
    <>
      <h2>{queue.handOver}</h2>
      <p className="help">{words.shift.handOverHelp(momentText(new Date().toISOString()))}</p>
      {open.length === 0 && <Empty title={queue.empty} />}
      {open.map(({ kind, count }, place) => (
        <section key={kind}>
          <h3>{`${queue.kinds[kind] ?? kind}: ${countText(count)}`}</h3>
          <ItemTable title={queue.kinds[kind] ?? kind} items={lists[place]?.data?.items ?? []} />
          {count > MAX_ITEMS && <p className="help">{words.shift.onlyFirst(countText(MAX_ITEMS))}</p>}
        </section>
      ))}
    </>
  );
}

function ItemTable({ title, items }: { title: string; items: WaitingItem[] }): ReactNode {
  const texts = useTexts();
  return <DataTable caption={title} columns={itemColumns(texts)} rows={items} />;
}

function itemColumns(texts: ConsoleTexts) {
  const { queue, common, lists } = texts;
  return [
    column<WaitingItem>('what', lists.shift.item, ({ fact, id }) => (
      <>
        {describeWork(fact, texts)} <code>{id}</code>
      </>
    )),
    money<WaitingItem>('amount', common.amount, ({ amount }) => amount),
    column<WaitingItem>('due', queue.due, ({ at }) => <Moment at={at} />),
    column<WaitingItem>('opened', lists.shift.lastOpened, ({ openedBy, openedAt }) =>
      openedAt === undefined ? (
        lists.shift.notOpened
      ) : (
        <>
          {openedBy}, <Moment at={openedAt} />
        </>
      ),
    ),
  ];
}
