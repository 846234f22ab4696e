import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { callOperators, type Schemas } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { ErrorNotice, Loading } from '../../parts/states';
import { useTexts } from '../../texts/texts';

interface ResendDialogProps {
  partyID: string;
  /** `invoice/ID` or `customer/ID`. */
  subject: string;
  onClose: () => void;
}

/** Shows how much would be sent again before it is. */
export function ResendDialog({ partyID, subject, onClose }: ResendDialogProps): ReactNode {
  const { payment: texts, payments, common } = useTexts();
  const announce = useAnnounce();
  const client = useQueryClient();
  const [idempotencyKey] = useState(() => `console:${crypto.randomUUID()}`);
  const replay = (dryRun: boolean): Promise<Schemas['Replay']> =>
    callOperators(`/parties/${encodeURIComponent(partyID)}/replays`, {
      method: 'POST',
      body: { dryRun, subject, ...(dryRun ? {} : { idempotencyKey }) },
    });
  const count = useQuery({ queryKey: ['resend', subject], queryFn: () => replay(true), gcTime: 0 });
  const send = async (): Promise<void> => {
    await replay(false);
    announce(texts.resent);
    onClose();
    await client.invalidateQueries({ queryKey: ['timeline'] });
  };
  const messages = count.data?.messageCount ?? 0;
  const webhooks = count.data?.webhooks.length ?? 0;
  return (
    <Window title={texts.resend} onClose={onClose}>
      <DialogForm submit={messages > 0 ? common.send : undefined} onSubmit={send} onCancel={onClose}>
        <p className="help">{payments.resendHelp}</p>
        {count.isPending && <Loading rows={1} />}
        <ErrorNotice error={count.error} />
        {count.data && <p>{messages > 0 ? payments.resendCount(messages, webhooks) : payments.resendNone}</p>}
      </DialogForm>
    </Window>
  );
}
