import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Button } from '../../parts/button';
import { Moment } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { Empty, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { EntryText } from './entry-text';
import { PaymentStory } from './payment-story';
import { describeMissing } from './timeline-words';

type Timeline = Schemas['Timeline'];
type Entry = Schemas['TimelineEntry'];
type Lane = 'payer' | 'bank' | 'merchant';

const LANES: readonly Lane[] = ['payer', 'bank', 'merchant'];
const LANE_OF: Partial<Record<Entry['kind'], Lane | 'all'>> = {
  call: 'payer',
  operator: 'payer',
  event: 'all',
  connector: 'bank',
  finding: 'bank',
  webhook: 'merchant',
};
const REFRESH_MS = 5_000;

interface PaymentTimelineProps {
  path: string;
  /** Reads the history again when it changes. */
  version: string;
  /** What may be added to the history. */
  children?: ReactNode;
}

/** The history of an object as a story, or in three lanes to compare sides; what concerns developers is below, folded. */
export function PaymentTimeline({ path, version, children }: PaymentTimelineProps): ReactNode {
  const texts = useTexts();
  const { payments } = texts;
  const [isCompared, setCompared] = useState(false);
  const query = useOperators<Timeline>(path, {
    queryKey: ['timeline', path, version],
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const shown = query.data?.entries.filter(({ kind }) => LANE_OF[kind] !== undefined) ?? [];
  return (
    <section>
      <div className="section-title">
        <h2>{payments.history}</h2>
        <div className="row-actions">
          {children}
          <Button text={payments.compare} aria-pressed={isCompared} onPress={() => setCompared(!isCompared)} />
        </div>
      </div>
      <QueryState query={query} rows={8} />
      {query.data && shown.length === 0 && <Empty title={payments.noHistory} />}
      {query.data &&
        shown.length > 0 &&
        (isCompared ? <Lanes {...query.data} shown={shown} /> : <PaymentStory entries={shown} />)}
      {query.data && <Details entries={query.data.entries} />}
      {query.data && query.data.missing.length > 0 && (
        <p className="notice">{`${payments.missing}: ${query.data.missing.map((fact) => describeMissing(fact, texts)).join('; ')}`}</p>
      )}
    </section>
  );
}

interface LanesProps extends Pick<Timeline, 'entries' | 'missing'> {
  shown: readonly Entry[];
}

function Lanes({ entries, missing, shown }: LanesProps): ReactNode {
  const { payments, common } = useTexts();
  const isUnsent = !entries.some(({ kind }) => kind === 'webhook') && !missing.some(({ what }) => what === 'messages');
  return (
    <div className="table-scroll" role="region" aria-label={payments.history} tabIndex={0}>
      <table className="lanes">
        <thead>
          <tr>
            <th scope="col">{common.when}</th>
            {LANES.map((lane) => (
              <th scope="col" key={lane}>
                {payments.lanes[lane]}
                {lane === 'merchant' && isUnsent && <span className="entry-more">{payments.noMessages}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((entry, row) => (
            <LaneRow key={row} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function LaneRow({ entry }: { entry: Entry }): ReactNode {
  const lane = LANE_OF[entry.kind];
  return (
    <tr className={lane === 'all' ? 'turn' : undefined}>
      <th scope="row">
        <Moment at={entry.at} isExact />
      </th>
      {lane === 'all' ? (
        <td colSpan={LANES.length}>
          <EntryText entry={entry} />
        </td>
      ) : (
        LANES.map((name) => <td key={name}>{name === lane && <EntryText entry={entry} />}</td>)
      )}
    </tr>
  );
}

function Details({ entries }: { entries: Entry[] }): ReactNode {
  const { payments } = useTexts();
  const ledger = entries.filter(({ kind }) => kind === 'ledger');
  const steps = entries.filter(({ kind }) => kind === 'workflow');
  return (
    <details className="details">
      <summary>{payments.details}</summary>
      <h3>{payments.ledger}</h3>
      <EntryList entries={ledger} />
      <h3>{payments.workflows}</h3>
      <EntryList entries={steps} />
    </details>
  );
}

function EntryList({ entries }: { entries: Entry[] }): ReactNode {
  const texts = useTexts();
  const { payments } = texts;
  if (entries.length === 0) return <p className="help">{payments.noHistory}</p>;
  return (
    <ol className="entries">
      {entries.map((entry, index) => (
        <li key={index}>
          <Moment at={entry.at} isExact />
          <EntryText entry={entry} />
          {entry.workflow && (
            <a href={entry.workflow.url} target="_blank" rel="noreferrer">
              {payments.openWorkflow}
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
