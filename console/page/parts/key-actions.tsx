import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { ReasonButton } from './actions';
import { DialogButton, lazyDialog } from './lazy-dialog';

export const CreateKeyDialog = lazyDialog(async () => (await import('./key-dialogs')).CreateKeyDialog);
const RotateKeyDialog = lazyDialog(async () => (await import('./key-dialogs')).RotateKeyDialog);

interface KeyActionsProps {
  name: string;
  isCurrent?: boolean;
  mayRotate?: boolean;
  /** @returns the secret */
  rotate: (overlapSeconds: number, setWaiting: (isWaiting: boolean) => void) => Promise<string>;
  revoke: (reason: string) => Promise<void>;
  /** What the person should know before a key is revoked. */
  help: ReactNode;
}

/** The buttons that replace and revoke a key. */
export function KeyActions({ name, mayRotate = true, revoke, help, ...rotation }: KeyActionsProps): ReactNode {
  const { keys } = useTexts();
  return (
    <span className="row-actions">
      {!mayRotate && <span className="help">{keys.rotateRefused}</span>}
      {mayRotate && (
        <DialogButton text={keys.rotate} subject={name} className="small-button">
          {(onClose) => <RotateKeyDialog {...{ name, onClose, ...rotation }} />}
        </DialogButton>
      )}
      <ReasonButton
        {...{ text: keys.revoke, title: `${keys.revoke}: ${name}`, className: 'small-button', help, isDangerous: true }}
        onSubmit={revoke}
      />
    </span>
  );
}
