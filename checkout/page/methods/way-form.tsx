import { useEffect, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import type { PaymentTool } from '../api/types';
import type { FieldName } from '../state/failures';
import type { Way } from '../state/payment-tools';

export interface WaysProps {
  ways: readonly Way[];
  hasCards: boolean;
  action: string;
  isBusy: boolean;
  /** The field that the platform rejected, in these forms or another. */
  wrong: FieldName | undefined;
  onChosen: (tool: PaymentTool) => void;
}

export type FormProps<Kind extends Way> = Omit<WaysProps, 'ways' | 'hasCards'> & { way: Kind };

export function useRefused(refusal: string | undefined, input: RefObject<HTMLInputElement | null>) {
  const [problem, setProblem] = useState(refusal);
  const [known, setKnown] = useState(refusal);
  if (refusal !== known) {
    setKnown(refusal);
    if (refusal !== undefined) setProblem(refusal);
  }
  useEffect(() => {
    if (refusal !== undefined) input.current?.focus();
  }, [refusal, input]);
  return [problem, setProblem] as const;
}

interface PlainFormProps {
  action: string;
  isBusy: boolean;
  onSubmitted: () => void;
  children: ReactNode;
}

export function PlainForm({ action, isBusy, onSubmitted, children }: PlainFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmitted();
  };
  return (
    <form className="form way-form" method="dialog" noValidate onSubmit={submit}>
      {children}
      <button className="button primary" aria-disabled={isBusy}>
        {isBusy && <span className="spinner spinner-small" aria-hidden="true" />}
        {action}
      </button>
    </form>
  );
}
