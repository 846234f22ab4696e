import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { CopyID } from './pieces';

/** A secret that the API shows once. */
export function Secret({ secret }: { secret: string }): ReactNode {
  const { keys } = useTexts();
  return (
    <div className="notice good secret">
      <p>{keys.secretOnce}</p>
      <CopyID id={secret} />
    </div>
  );
}
