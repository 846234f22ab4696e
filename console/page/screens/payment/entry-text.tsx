import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { countText, exactMomentText, moneyText } from '../../parts/format';
import { RequestButton } from '../../parts/request-button';
import { useTexts } from '../../texts/texts';
import { describeFact } from './timeline-words';

interface EntryTextProps {
  entry: Schemas['TimelineEntry'];
  /** Whether ids are folded behind a press. */
  isStory?: boolean;
}

/** What happened, why, and the numbers around it. */
export function EntryText({ entry, isStory = false }: EntryTextProps): ReactNode {
  const texts = useTexts();
  const { fact } = entry;
  const format = { money: moneyText, moment: exactMomentText, number: countText };
  const { title, reason, more, isRefusal = false } = describeFact(fact, texts, format);
  const numbers = [entry.workflow?.workflowID, more].filter(Boolean).map((text) => (
    <span key={text} className="entry-more">
      {text}
    </span>
  ));
  return (
    <>
      <span className={`entry ${entry.kind}`}>{title}</span>
      {reason !== undefined && <span className={`entry-reason ${isRefusal ? 'refusal' : ''}`}>{reason}</span>}
      {isStory && numbers.length > 0 ? (
        <details className="entry-numbers">
          <summary>
            {texts.payments.numbers}
            <span className="visually-hidden">{`: ${title}`}</span>
          </summary>
          {numbers}
        </details>
      ) : (
        numbers
      )}
      {fact.type === 'delivery' && fact.attempt !== undefined && (
        <RequestButton attempt={{ ...fact, number: fact.attempt }} />
      )}
      {entry.folded !== undefined && <span className="entry-more">{texts.payments.folded(entry.folded)}</span>}
    </>
  );
}
