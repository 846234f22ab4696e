import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Moment } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { RequestButton } from '../../parts/request-button';
import { Empty, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { exactMomentText, moneyText } from '../../parts/format';
import { describeFact, describeMissing } from './timeline-words';

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

/** The history of an object in three lanes; what concerns developers is below, folded. */
export function PaymentTimeline({ path, version }: { path: string; version: string }): ReactNode {
  const texts = useTexts();
  const { payments } = texts;
  const query = useOperators<Timeline>(['timeline', path, version], path, {
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <section>
      <h2>{payments.history}</h2>
      <QueryState query={query} rows={8} />
      {query.data && <Lanes {...query.data} />}
      {query.data && <Details entries={query.data.entries} />}
      {query.data && query.data.missing.length > 0 && (
        <p className="notice">{`${payments.missing}: ${query.data.missing.map((fact) => describeMissing(fact, texts)).join('; ')}`}</p>
      )}
    </section>
  );
}

function Lanes({ entries, missing }: Pick<Timeline, 'entries' | 'missing'>): ReactNode {
  const { payments, history, common } = useTexts();
  const shown = entries.filter(({ kind }) => LANE_OF[kind] !== undefined);
  if (shown.length === 0) return <Empty title={history.empty} />;
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

function EntryText({ entry }: { entry: Entry }): ReactNode {
  const texts = useTexts();
  const { fact } = entry;
  const format = { money: moneyText, moment: exactMomentText };
  const { title, reason, more, isRefusal = false } = describeFact(fact, texts, format);
  return (
    <>
      <span className={`entry ${entry.kind}`}>{title}</span>
      {reason !== undefined && <span className={`entry-reason ${isRefusal ? 'refusal' : ''}`}>{reason}</span>}
      {entry.workflow && <span className="entry-more">{entry.workflow.workflowID}</span>}
      {more && <span className="entry-more">{more}</span>}
      {fact.type === 'delivery' && fact.attempt !== undefined && (
        <RequestButton attempt={{ ...fact, number: fact.attempt }} />
      )}
      {entry.folded !== undefined && <span className="entry-more">{texts.payments.folded(entry.folded)}</span>}
    </>
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
  const { payments, history } = texts;
  if (entries.length === 0) return <p className="help">{history.empty}</p>;
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
