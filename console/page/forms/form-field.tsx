import { useId, type ReactNode } from 'react';
import { DateInput } from '../../../ui/date-input';
import { onboardingTexts as texts } from '../texts/onboarding';
import { language } from '../texts/texts';
import type { FieldProblems } from '../screens/onboarding/build-file';
import type { FieldSpec } from '../screens/onboarding/field-specs';
import { valueOf, type OnboardingValues } from '../screens/onboarding/values';

export interface FormState {
  values: OnboardingValues;
  problems: FieldProblems;
  set: (name: string, value: string) => void;
}

const INPUT_TYPES = {
  text: 'text',
  url: 'url',
  email: 'email',
  decimal: 'text',
  integer: 'text',
} as const;

/** A labelled field with the API's problem below it. */
export function FormField({ spec, state }: { spec: FieldSpec; state: FormState }): ReactNode {
  const { name, label, kind = 'text', isRequired = false, options = [], placeholder } = spec;
  const id = useId();
  const problem = state.problems[name];
  const common = {
    ...{
      id,
      name,
      value: valueOf(state.values, name),
      'aria-required': isRequired,
      'aria-invalid': problem !== undefined,
    },
    'aria-describedby': problem && `${id}-problem`,
    onChange: ({ target }: { target: { value: string } }) => state.set(name, target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label ?? texts.fields[name] ?? name}
        {!isRequired && <span className="help">{` ${texts.optional}`}</span>}
      </label>
      {kind === 'select' ? (
        <select {...common}>
          {!options.some(({ value }) => value === '') && <option value="">{texts.choose}</option>}
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {texts.options[title] ?? title}
            </option>
          ))}
        </select>
      ) : kind === 'date' ? (
        <DateInput {...{ id, language, initial: common.value }} onChange={(day) => state.set(name, day)} />
      ) : (
        <input
          {...common}
          type={INPUT_TYPES[kind]}
          placeholder={placeholder}
          inputMode={kind === 'decimal' ? 'decimal' : kind === 'integer' ? 'numeric' : undefined}
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

interface ChoiceFieldProps {
  name: string;
  /** Of fields that the onboarding has no text for. */
  label?: string;
  options: readonly { value: string; title: ReactNode }[];
  state: FormState;
  /** Shows the place of each chosen option. */
  isOrdered?: boolean;
}

/** Several choices, kept in the order in which they were made. */
export function ChoiceField({ name, label, options, state, isOrdered = false }: ChoiceFieldProps): ReactNode {
  const chosen = valueOf(state.values, name)
    .split(',')
    .filter((each) => each !== '');
  const problem = state.problems[name];
  const toggle = (value: string, isChosen: boolean): void =>
    state.set(name, (isChosen ? [...chosen, value] : chosen.filter((each) => each !== value)).join(','));
  return (
    <fieldset className="choices" aria-invalid={problem !== undefined}>
      <legend>{label ?? texts.fields[name]}</legend>
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
