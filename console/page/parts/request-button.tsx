import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { DialogButton, lazyDialog } from './lazy-dialog';
import type { ShownAttempt } from './request-dialog';

const RequestDialog = lazyDialog(async () => (await import('./request-dialog')).RequestDialog);

/** Opens the request that was sent in a delivery attempt. */
export function RequestButton({ attempt }: { attempt: ShownAttempt }): ReactNode {
  const { webhooks } = useTexts();
  const label = `${webhooks.request}: ${attempt.eventID}, ${attempt.number}`;
  return (
    <DialogButton text={webhooks.request} className="small-button" label={label}>
      {(onClose) => <RequestDialog {...{ attempt, onClose }} />}
    </DialogButton>
  );
}
