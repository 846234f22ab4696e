import { useEffect, useRef } from 'react';
import { useCommon } from '../context';
import type { Outcome } from '../outcomes';
import { AlertIcon } from './icons';

/** Why something did not succeed, and what to do. It takes the focus, unless it is told aside. */
export function Problem({ outcome, isAside = false }: { outcome: Outcome; isAside?: boolean }) {
  const { title, advice } = useCommon().texts.outcomes[outcome];
  const place = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isAside) place.current?.focus();
  }, [outcome, isAside]);
  return (
    <div className="problem" role="alert">
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
