import { useId, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DateInput } from '../../../ui/date-input';
import { language, useTexts } from '../texts/texts';
import { Button } from './button';
import { Alert } from './states';

export interface FilterField {
  name: string;
  title: string;
  value: string;
  /** Makes the field a choice: values with their texts. */
  options?: readonly (readonly [value: string, text: string])[];
  /** A day such as `2026-11-25`. */
  isDay?: boolean;
  input?: Readonly<Record<string, unknown>>;
}

interface FilterFormProps {
  fields: readonly FilterField[];
  /** Shown when a value is wrong; the fields keep what was entered. */
  problem?: string | undefined;
  /** Default: the values go to the address, without the empty ones. */
  onApply?: (values: Record<string, string>) => void;
}

/** Filters of a list, which the list keeps in its address. */
export function FilterForm({ fields, problem, onApply }: FilterFormProps): ReactNode {
  const { payments } = useTexts();
  const [, setAddress] = useSearchParams();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const values = Object.fromEntries(
      [...form].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
    );
    if (onApply) onApply(values);
    else setAddress(Object.entries(values).filter(([, value]) => value !== ''));
  };
  return (
    // Other values, such as those of a saved filter, are another form.
    <Folded key={JSON.stringify(fields.map(({ value }) => value))}>
      <form className="panel filters" onSubmit={submit}>
        {fields.map((field) => (
          <Field key={field.name} id={`${id}-${field.name}`} field={field} />
        ))}
        <div className="filter-actions">
          <Button text={payments.apply} className="button primary" />
          <Button text={payments.clear} onPress={() => setAddress([])} />
        </div>
        <Alert text={problem} />
      </form>
    </Folded>
  );
}

const PHONE = '(max-width: 48rem)';

/** On a phone the filters open by a press, so that the list begins in the first half of the screen. */
function Folded({ children }: { children: ReactNode }): ReactNode {
  const { payments } = useTexts();
  return (
    <details className="filter-fold" open={!matchMedia(PHONE).matches}>
      <summary>{payments.filters}</summary>
      {children}
    </details>
  );
}

export function Field({ id, field }: { id: string; field: FilterField }): ReactNode {
  const { name, title, value, input } = field;
  // The choices may arrive after the value of the address, which must not be lost before.
  const isKnown = field.options?.some(([choice]) => choice === value);
  const options = isKnown ? field.options : field.options && [...field.options, [value, value] as const];
  return (
    <div className="field">
      <label htmlFor={id}>{title}</label>
      {options ? (
        <select id={id} name={name} defaultValue={value} key={options.length}>
          {options.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      ) : field.isDay ? (
        <DateInput {...{ id, name, language, initial: value, ...input }} />
      ) : (
        <input id={id} name={name} defaultValue={value} autoComplete="off" {...input} />
      )}
    </div>
  );
}
