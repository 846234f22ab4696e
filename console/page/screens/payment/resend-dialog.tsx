import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Window } from '../../parts/dialog';
import { ErrorText, Loading } from '../../parts/states';
import { useTexts } from '../../texts/texts';

interface ResendDialogProps {
  partyID: string;
  /** `invoice/ID` or `customer/ID`. */
  subject: string;
  onClose: () => void;
}

/** Shows how much would be sent again before it is. */
export function ResendDialog({ partyID, subject, onClose }: ResendDialogProps): ReactNode {
  const { payment: texts, common } = useTexts();
  const announce = useAnnounce();
  const client = useQueryClient();
  const [idempotencyKey] = useState(() => `console:${crypto.randomUUID()}`);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const replay = (dryRun: boolean): Promise<Schemas['Replay']> =>
    callOperators(`/parties/${encodeURIComponent(partyID)}/replays`, {
      method: 'POST',
      body: { dryRun, subject, ...(dryRun ? {} : { idempotencyKey }) },
    });
  const count = useQuery({ queryKey: ['resend', subject], queryFn: () => replay(true), gcTime: 0 });
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await replay(false);
      announce(texts.resent);
      onClose();
      await client.invalidateQueries({ queryKey: ['timeline'] });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const messages = count.data?.messageCount ?? 0;
  const webhooks = count.data?.webhooks.length ?? 0;
  return (
    <Window title={texts.resend} onClose={onClose}>
      <p className="help">{texts.resendHelp}</p>
      {count.isPending && <Loading rows={1} />}
      {(error ?? count.error) !== undefined && (error ?? count.error) !== null && (
        <div className="notice danger" role="alert">
          <ErrorText error={error ?? count.error} />
        </div>
      )}
      {count.data && <p>{messages > 0 ? texts.resendCount(messages, webhooks) : texts.resendNone}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {common.cancel}
        </button>
        {messages > 0 && (
          <button type="button" className="button primary" disabled={isBusy} onClick={() => void send()}>
            {common.send}
          </button>
        )}
      </div>
    </Window>
  );
}
