import type { Texts } from '../texts/texts';
import { LockIcon } from './icons';

/** What whoever hesitates to type a card wants to know. */
export function Safety({ texts }: { texts: Texts }) {
  return (
    <p className="safety">
      <LockIcon />
      <span>{texts.safety}</span>
    </p>
  );
}
