import type { Texts } from '../texts/texts';
import { LockIcon } from './icons';

export function Safety({ texts }: { texts: Texts }) {
  return (
    <p className="safety">
      <LockIcon />
      <span>{texts.safety}</span>
    </p>
  );
}
