import type { ReactNode } from 'react';
import { callOperators } from '../../api/client';
import { useDone } from '../../parts/actions';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

const NoteDialog = lazyDialog(async () => (await import('./note-dialog')).NoteDialog);

/** Notes something on a payment; operators read it in the history, merchants do not. */
export function NoteButton({ path }: { path: string }): ReactNode {
  const { payments } = useTexts();
  const { has } = useSession();
  const done = useDone();
  if (!has('support', 'finance', 'configuration', 'administrator')) return null;
  const send = async (text: string): Promise<void> => {
    await callOperators(`${path}/notes`, { method: 'POST', body: { text } });
    await done();
  };
  return (
    <DialogButton text={payments.note}>{(onClose) => <NoteDialog onSubmit={send} onClose={onClose} />}</DialogButton>
  );
}
