import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import {
  DATE_RULES,
  DAY_FORMATS,
  MOMENT_FORMATS,
  dayFieldText,
  momentFieldText,
  parseDay,
  parseMoment,
  type DateLanguage,
} from './date-text';

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'defaultValue' | 'onChange'> {
  /** `2026-11-25`, or a moment of RFC 3339. */
  initial?: string;
  /** Whether a time is typed too, in the reader's time zone. */
  isMoment?: boolean;
  /** The first day that is allowed. */
  min?: string;
  /** The language of the page, which the browser's own fields do not follow. */
  language: DateLanguage;
  /** Gets the day or the moment; what is none is handed over as it was typed. */
  onChange?: (value: string) => void;
}

/** A date that is typed and shown as the page's language writes it. Its form is not sent while it is wrong. */
export function DateInput(props: DateInputProps): ReactNode {
  const { initial = '', isMoment = false, min, language, name, onChange, id, required = false, ...input } = props;
  const show = isMoment ? momentFieldText : dayFieldText;
  const [text, setText] = useState(() => show(initial, language));
  const [isLeft, setLeft] = useState(false);
  const ruleID = useId();
  const field = useRef<HTMLInputElement>(null);
  const format = (isMoment ? MOMENT_FORMATS : DAY_FORMATS)[language];
  const read = (given: string): string => (isMoment ? parseMoment(given) : parseDay(given)) ?? given.trim();
  const parsed = text.trim() === '' ? undefined : (isMoment ? parseMoment : parseDay)(text);
  const isWrong = text.trim() !== '' && parsed === undefined;
  const isEarly = min !== undefined && parsed !== undefined && parsed < min;
  const rules = DATE_RULES[language];
  const problem = isWrong ? rules.format(format) : isEarly ? rules.earliest(show(min, language)) : '';
  useEffect(() => field.current?.setCustomValidity(problem), [problem]);
  const isShown = isLeft && problem !== '';
  return (
    <>
      <input
        {...{ autoComplete: 'off', ...input, id, required, placeholder: format, value: text, ref: field }}
        aria-invalid={isShown}
        aria-describedby={isShown ? ruleID : undefined}
        onChange={({ target }) => {
          setText(target.value);
          onChange?.(read(target.value));
        }}
        onBlur={() => setLeft(true)}
        onInvalid={() => setLeft(true)}
      />
      {name !== undefined && <input type="hidden" name={name} value={read(text)} />}
      {isShown && (
        <span className="field-error" id={ruleID}>
          {problem}
        </span>
      )}
    </>
  );
}
