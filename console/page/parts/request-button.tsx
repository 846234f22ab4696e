import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import type { ShownAttempt } from './request-dialog';

const RequestDialog = lazy(() => import('./request-dialog').then((module) => ({ default: module.RequestDialog })));

/** Opens the request that was sent in a delivery attempt. */
export function RequestButton({ attempt }: { attempt: ShownAttempt }): ReactNode {
  const { webhooks } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const { eventID, number } = attempt;
  return (
    <>
      <button
        type="button"
        className="small-button"
        aria-label={`${webhooks.request}: ${eventID}, ${number}`}
        onClick={() => setOpen(true)}
      >
        {webhooks.request}
      </button>
      {isOpen && (
        <Suspense>
          <RequestDialog attempt={attempt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
