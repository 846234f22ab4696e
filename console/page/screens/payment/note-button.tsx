import type { ReactNode } from 'react';
import { callOperators } from '../../api/client';
import { ReasonButton, useDone } from '../../parts/actions';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

/** Notes something on a payment; operators read it in the history, merchants do not. */
export function NoteButton({ path }: { path: string }): ReactNode {
  const { payments } = useTexts();
  const { has } = useSession();
  const done = useDone();
  if (!has('support', 'finance', 'configuration', 'administrator')) return null;
  const words = { label: payments.noteText, help: payments.noteHelp, missing: payments.noteMissing };
  const send = async (text: string): Promise<void> => {
    await callOperators(`${path}/notes`, { method: 'POST', body: { text } });
    await done();
  };
  return (
    <ReasonButton
      {...{ text: payments.note, submit: payments.saveNote, asks: { ...words, maxLength: 1_000, rows: 4 } }}
      onSubmit={send}
    />
  );
}
