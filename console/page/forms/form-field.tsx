import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode, type RefObject } from 'react';
import { DateInput } from '../../../ui/date-input';
import { MOMENT_FORMATS } from '../../../ui/date-text';
import { Alert } from '../parts/states';
import { configurationTexts as texts } from '../texts/configuration';
import { language } from '../texts/texts';
import type { FieldSpec, ReferenceName } from './field-spec';
import { labelOf, optionText, type FieldProblems } from './field-words';
import type { FieldOption } from './reference';
import { currencyAt, keysOf, type Values } from './values';

export interface FormState {
  values: Values;
  problems: FieldProblems;
  set: (path: string, value: string) => void;
}

/** The entities that fields may name. */
export type References = Readonly<Partial<Record<ReferenceName, readonly FieldOption[]>>>;

export interface FieldProps {
  field: FieldSpec;
  path: string;
  /** The group or the row that it stands in. */
  at: string;
  state: FormState;
  references: References;
}

const INPUTS: Partial<Record<FieldSpec['kind'], InputHTMLAttributes<HTMLInputElement>>> = {
  url: { type: 'url' },
  email: { type: 'email' },
  integer: { inputMode: 'numeric' },
  percent: { inputMode: 'decimal' },
  money: { inputMode: 'decimal' },
};

/** A labelled field with its problem below it. */
export function FormField({ field, path, at, state, references }: FieldProps): ReactNode {
  const { name, kind, isRequired = false } = field;
  const id = useId();
  const value = state.values[path] ?? '';
  const problem = state.problems[path];
  const options = listOptions(field, references, value);
  const label = labelOf(field, { path, currency: currencyAt(state.values, at) });
  if (kind === 'choices') return <ChoiceField {...{ name: path, label, options, state }} />;
  const common = {
    ...{ id, name: path, value, 'aria-required': isRequired, 'aria-invalid': problem !== undefined },
    'aria-describedby': problem && `${id}-problem`,
    onChange: ({ target }: { target: { value: string } }) => state.set(path, target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!isRequired && <span className="help">{` ${texts.optional}`}</span>}
      </label>
      {kind === 'flag' || kind === 'choice' ? (
        <select {...common}>
          <option value="">{isRequired ? texts.choose : texts.notSet}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      ) : kind === 'day' ? (
        <DateInput {...{ id, language, initial: value }} onChange={(day) => state.set(path, day)} />
      ) : (
        <input
          type="text"
          {...common}
          {...INPUTS[kind]}
          placeholder={
            kind === 'moment' ? MOMENT_FORMATS[language] : (texts.placeholders[path] ?? texts.placeholders[name])
          }
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {problem !== undefined && (
        <span className="field-error" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </div>
  );
}

/** The choices, with what is chosen although it is no longer one. */
function listOptions({ kind, options = [], reference }: FieldSpec, references: References, value: string) {
  const own = kind === 'flag' ? ['true', 'false'] : options;
  const known: FieldOption[] = [
    ...own.map((each) => ({ value: each, title: optionText(each) })),
    ...((reference && references[reference]) ?? []),
  ];
  const chosen = (kind === 'choices' ? value.split(',') : [value]).filter(
    (each) => each !== '' && !known.some((option) => option.value === each),
  );
  return [...known, ...chosen.map((each) => ({ value: each, title: each }))];
}

interface ChoiceFieldProps {
  name: string;
  label: string | undefined;
  options: readonly { value: string; title: ReactNode }[];
  state: FormState;
  /** Shows the place of each chosen option. */
  isOrdered?: boolean;
}

/** Several choices, kept in the order in which they were made. */
export function ChoiceField({ name, label, options, state, isOrdered = false }: ChoiceFieldProps): ReactNode {
  const chosen = keysOf(state.values, name);
  const problem = state.problems[name];
  const toggle = (value: string, isChosen: boolean): void =>
    state.set(name, (isChosen ? [...chosen, value] : chosen.filter((each) => each !== value)).join(','));
  return (
    <fieldset className="choices" aria-invalid={problem !== undefined}>
      <legend>{label}</legend>
      {options.map(({ value, title }) => (
        <label className="check" key={value}>
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(value)}
            onChange={({ target }) => toggle(value, target.checked)}
          />
          <span>{title}</span>
          {isOrdered && chosen.includes(value) && <span className="count some">{chosen.indexOf(value) + 1}</span>}
        </label>
      ))}
      {problem !== undefined && <span className="field-error">{problem}</span>}
    </fieldset>
  );
}

/** What belongs to no field stands here in full, the rest as a count. */
export function FormProblems({ problems }: Pick<FormState, 'problems'>): ReactNode {
  const count = Object.keys(problems).length;
  return <Alert text={problems[''] ?? (count > 0 ? texts.fix(count) : undefined)} />;
}

/** The place of the fields, of which the first wrong one gets the focus. */
export function useProblemFocus<Place extends HTMLElement>(problems: FieldProblems): RefObject<Place> {
  const place = useRef<Place>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) place.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [problems]);
  return place;
}
