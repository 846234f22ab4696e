import type { ReactNode } from 'react';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { useTexts } from '../../texts/texts';

const ResendDialog = lazyDialog(async () => (await import('./resend-dialog')).ResendDialog);

/** Sends the messages about an object again; the dialog shows first how many there are. */
export function ResendButton({ partyID, subject }: { partyID: string; subject: string }): ReactNode {
  const { payment } = useTexts();
  return (
    <DialogButton text={payment.resend}>
      {(onClose) => <ResendDialog {...{ partyID, subject, onClose }} />}
    </DialogButton>
  );
}
