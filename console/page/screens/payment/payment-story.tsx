import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { countText } from '../../parts/format';
import { Moment } from '../../parts/pieces';
import { useTexts } from '../../texts/texts';
import { EntryText } from './entry-text';
import { durationText } from './timeline-words';

type Entry = Schemas['TimelineEntry'];
type Actor = 'payer' | 'operator' | 'platform' | 'bank' | 'merchant';

const ACTORS: Readonly<Record<Entry['kind'], Actor>> = {
  call: 'payer',
  operator: 'operator',
  event: 'platform',
  ledger: 'platform',
  workflow: 'platform',
  connector: 'bank',
  finding: 'bank',
  webhook: 'merchant',
};

/** One sentence a step, with who acted and the time since the step before; ids are folded. */
export function PaymentStory({ entries }: { entries: readonly Entry[] }): ReactNode {
  const { payments } = useTexts();
  return (
    <ol className="story" aria-label={payments.history}>
      {entries.map((entry, place) => (
        <li key={place} className={entry.kind === 'event' ? 'turn' : undefined}>
          <StepIcon actor={ACTORS[entry.kind]} />
          <div className="card-main">
            <EntryText entry={entry} isStory />
          </div>
          <StepTime at={entry.at} before={entries[place - 1]?.at} />
        </li>
      ))}
    </ol>
  );
}

/** Shorter pauses say nothing. */
const MIN_PAUSE_SECONDS = 1;

function StepTime({ at, before }: { at: string; before: string | undefined }): ReactNode {
  const { payments, timeline } = useTexts();
  const seconds = before === undefined ? 0 : (Date.parse(at) - Date.parse(before)) / 1_000;
  return (
    <span className="story-time">
      <Moment at={at} isExact />
      {seconds >= MIN_PAUSE_SECONDS && (
        <span className="help">{payments.later(durationText(seconds, timeline.units, countText))}</span>
      )}
    </span>
  );
}

const PATHS: Readonly<Record<Actor, string>> = {
  payer: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-8 8a8 8 0 0 1 16 0z',
  operator: 'M4 14v-2a8 8 0 0 1 16 0v2m-16 0h3v5H4zm13 0h3v5h-3zm1.5 5c0 2-3 2-5 2',
  platform: 'M5 4h14v6H5zm0 10h14v6H5zM8 7h.01M8 17h.01',
  bank: 'M3 10 12 4l9 6zm2 2v6m5-6v6m4-6v6m5-6v6M3 20h18',
  merchant: 'M4 10v10h16V10M3 10l2-6h14l2 6zm7 10v-5h4v5',
};

function StepIcon({ actor }: { actor: Actor }): ReactNode {
  const { payments } = useTexts();
  return (
    <svg className={`story-icon ${actor}`} viewBox="0 0 24 24" role="img" aria-label={payments.actors[actor]}>
      <title>{payments.actors[actor]}</title>
      <path d={PATHS[actor]} />
    </svg>
  );
}
