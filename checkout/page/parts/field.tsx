import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { parseDigits } from '../card/digits';

type FieldInput = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id' | 'onInput' | 'onBlur'>;

interface FieldProps extends FieldInput {
  label: string;
  note?: ReactNode;
  hint?: string | undefined;
  problem?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onTyped?: (input: HTMLInputElement, isDeleting: boolean) => void;
  onLeft?: (input: HTMLInputElement) => void;
  children?: ReactNode;
}

export function Field({ label, note, hint, problem, inputRef, onTyped, onLeft, children, ...input }: FieldProps) {
  const id = useId();
  const about = [problem ? `${id}-problem` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {typeof note === 'string' ? <span className="help">{note}</span> : note}
      </label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          ref={inputRef}
          aria-invalid={problem ? true : undefined}
          aria-describedby={about || undefined}
          onInput={(event) => {
            const { inputType = '' } = event.nativeEvent as InputEvent;
            onTyped?.(event.currentTarget, inputType.startsWith('delete'));
          }}
          onBlur={(event) => onLeft?.(event.currentTarget)}
        />
        {children}
      </div>
      {problem && (
        <p className="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {hint && (
        <p className={problem ? 'visually-hidden' : 'help'} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Formats a text while it is typed and keeps the caret after the same digit. */
export function reshape(input: HTMLInputElement, shape: (text: string) => string): void {
  const { value } = input;
  const caret = input.selectionStart ?? value.length;
  const shaped = shape(value);
  if (shaped === value) return;
  input.value = shaped;
  if (caret >= value.length) return;
  const digitsBefore = parseDigits(value.slice(0, caret)).length;
  let at = 0;
  for (let seen = 0; at < shaped.length && seen < digitsBefore; at++) if (/\d/.test(shaped[at] ?? '')) seen += 1;
  input.setSelectionRange(at, at);
}
