import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { DecisionDialog, DialogButton, lazyDialog } from './lazy-dialog';

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
  const button = (action: 'rotate' | 'revoke', dialog: (close: () => void) => ReactNode): ReactNode => (
    <DialogButton
      className="small-button"
      text={
        <>
          {keys[action]}
          <span className="visually-hidden">{` ${name}`}</span>
        </>
      }
    >
      {dialog}
    </DialogButton>
  );
  return (
    <span className="row-actions">
      {!mayRotate && <span className="help">{keys.rotateRefused}</span>}
      {mayRotate && button('rotate', (onClose) => <RotateKeyDialog {...{ name, onClose, ...rotation }} />)}
      {button('revoke', (onClose) => (
        <DecisionDialog
          title={`${keys.revoke}: ${name}`}
          {...{ help, submit: keys.revoke, isDangerous: true, onClose }}
          onSubmit={async ({ reason }) => revoke(reason)}
        />
      ))}
    </span>
  );
}
