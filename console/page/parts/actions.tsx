import { useQueryClient } from '@tanstack/react-query';
import { useCallback, type ReactNode } from 'react';
import { callOperators } from '../api/client';
import { useTexts } from '../texts/texts';
import { useAnnounce } from './announcements';
import type { DecisionDialogProps } from './decision';
import { DecisionDialog, DialogButton } from './lazy-dialog';

/** Reads again what the page shows; the person stays the same. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
    [client],
  );
}

/** Announces that an action is done, and refreshes the page. */
export function useDone(): (text?: string) => Promise<void> {
  const { common } = useTexts();
  const announce = useAnnounce();
  const refresh = useRefresh();
  return async (text = common.done) => {
    announce(text);
    await refresh();
  };
}

interface ReasonButtonProps extends Pick<DecisionDialogProps, 'help' | 'isDangerous' | 'asks'> {
  text: string;
  /** The title of the dialog, and the name of the button; default: its text. */
  title?: string;
  className?: string;
  submit?: string;
  /** The operation of operators that takes a reason, or what else to do with it. */
  onSubmit: string | ((reason: string) => Promise<void>);
}

/** Does at once, with a reason, what needs no second person. */
export function ReasonButton({ text, title = text, className, onSubmit, ...dialog }: ReasonButtonProps): ReactNode {
  const done = useDone();
  const submit = async ({ reason }: { reason: string }): Promise<void> => {
    if (typeof onSubmit !== 'string') return onSubmit(reason);
    await callOperators(onSubmit, { method: 'POST', body: { reason } });
    await done();
  };
  return (
    <DialogButton {...{ text, label: title, ...(className && { className }) }}>
      {(onClose) => <DecisionDialog {...{ title, submit: text, ...dialog, onClose, onSubmit: submit }} />}
    </DialogButton>
  );
}
