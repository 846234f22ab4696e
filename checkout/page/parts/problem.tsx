import { useEffect, useRef } from 'react';
import { useCommon } from '../context';
import type { PaymentToolDetails } from '../api/types';
import type { FinalOutcome } from '../outcomes';
import { outcomeWords } from '../outcome-words';
import { AlertIcon } from './icons';

/** Why something failed and what to do. It takes the focus unless `isAside`. */
export function Problem({
  outcome,
  tool,
  isAside = false,
}: {
  outcome: FinalOutcome;
  tool?: PaymentToolDetails | undefined;
  isAside?: boolean;
}) {
  const { texts, controller } = useCommon();
  const { title, advice } = outcomeWords(texts, outcome, controller.view, tool);
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAside) place.current?.focus();
  }, [outcome, isAside]);
  return (
    <div className="notice danger problem" role="alert">
      <AlertIcon />
      <div>
        <h2 tabIndex={-1} ref={place}>
          {title}
        </h2>
        <p>{advice}</p>
      </div>
    </div>
  );
}
