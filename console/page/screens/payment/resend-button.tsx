import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTexts } from '../../texts/texts';

const ResendDialog = lazy(() => import('./resend-dialog').then((module) => ({ default: module.ResendDialog })));

/** Sends the messages about an object again; the dialog shows first how many there are. */
export function ResendButton({ partyID, subject }: { partyID: string; subject: string }): ReactNode {
  const { payment } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {payment.resend}
      </button>
      {isOpen && (
        <Suspense>
          <ResendDialog {...{ partyID, subject }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
