import type { ReactNode } from 'react';
import { callApi } from '../../api/client';
import { useAnnounce } from '../../parts/announcements';
import { Window } from '../../parts/dialog';
import { DialogForm } from '../../parts/dialog-form';
import { useTexts } from '../../texts/texts';

interface SendDialogProps {
  path: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Asks before the documents are sent, because they cannot be changed afterwards. */
export function SendDialog({ path, onChanged, onClose }: SendDialogProps): ReactNode {
  const { chargeback: texts } = useTexts();
  const announce = useAnnounce();
  const send = async (): Promise<void> => {
    await callApi(`${path}/send`, { method: 'POST' });
    announce(texts.sent);
    await onChanged();
    onClose();
  };
  return (
    <Window title={texts.send} onClose={onClose}>
      <DialogForm submit={texts.send} onSubmit={send} onCancel={onClose}>
        <p>{texts.sendHelp}</p>
      </DialogForm>
    </Window>
  );
}
