import countries from 'i18n-iso-countries/codes.json';
import { useId, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { useCommon } from '../context';
import { Field } from '../parts/field';
import type { CardholderAddress } from '../state/purpose';
import type { Language } from '../../languages';
import { addressTexts } from '../texts/address-texts';

/** Marks wrong fields, and moves the focus to the first of them if told; returns nothing until the address is right. */
export type ReadAddress = (mayFocus: boolean) => { address?: CardholderAddress } | undefined;

export interface AddressProps {
  readRef: Ref<ReadAddress>;
  /** The address of the last attempt. */
  typed: CardholderAddress | undefined;
}

/** Countries whose addresses have a state in 3-D Secure 2. */
const WITH_STATES = ['USA', 'CAN'];

/** In the order in which they are read. */
const TEXT_FIELDS = {
  address: { autoComplete: 'billing address-line1', maxLength: 1_000 },
  city: { autoComplete: 'billing address-level2', maxLength: 40 },
  state: { autoComplete: 'billing address-level1', maxLength: 2 },
  postalCode: { autoComplete: 'billing postal-code', maxLength: 10 },
} as const;

type FieldName = keyof typeof TEXT_FIELDS;
const NAMES = Object.keys(TEXT_FIELDS) as FieldName[];

/** The billing address of a card, loaded where the shop asks for it. */
export default function AddressFields({ readRef, typed }: AddressProps) {
  const { language } = useCommon().texts;
  const { title, labels, problems: texts } = addressTexts[language];
  const [country, setCountry] = useState(() => typed?.country ?? getOwnCountry());
  const [wrong, setWrong] = useState<readonly (FieldName | 'country')[]>([]);
  const group = useRef<HTMLFieldSetElement>(null);
  const find = (name: FieldName | 'country') => group.current?.querySelector<HTMLInputElement>(`[data-name="${name}"]`);
  const names = NAMES.filter((name) => name !== 'state' || WITH_STATES.includes(country));

  const read: ReadAddress = (mayFocus) => {
    const values = Object.fromEntries(names.map((name) => [name, find(name)?.value.trim() ?? '']));
    if (values['state']) values['state'] = values['state'].toUpperCase();
    const found = [...(country ? [] : ['country' as const]), ...names.filter((name) => !isRight(name, values[name]))];
    setWrong(found);
    const [first] = found;
    if (first === undefined) return { address: { country, ...values } as unknown as CardholderAddress };
    if (mayFocus) find(first)?.focus();
    return undefined;
  };
  useImperativeHandle(readRef, () => read);

  const clear = (name: FieldName | 'country') => setWrong((known) => known.filter((each) => each !== name));
  return (
    <fieldset className="card" ref={group}>
      <legend className="field-label">{title}</legend>
      <CountryField
        language={language}
        country={country}
        label={labels.country}
        problem={wrong.includes('country') ? texts.country : undefined}
        onChosen={(chosen) => {
          setCountry(chosen);
          clear('country');
        }}
      />
      {names.map((name) => (
        <Field
          key={name}
          {...TEXT_FIELDS[name]}
          data-name={name}
          label={labels[name]}
          problem={wrong.includes(name) ? texts[name] : undefined}
          defaultValue={typed?.[name]}
          onTyped={(input) => isRight(name, input.value.trim()) && clear(name)}
        />
      ))}
    </fieldset>
  );
}

interface CountryFieldProps {
  language: Language;
  country: string;
  label: string;
  problem: string | undefined;
  onChosen: (country: string) => void;
}

function CountryField({ language, country, label, problem, onChosen }: CountryFieldProps) {
  const id = useId();
  const listed = useMemo(() => listCountries(language), [language]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        data-name="country"
        autoComplete="billing country"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem && `${id}-problem`}
        value={country}
        onChange={(event) => onChosen(event.currentTarget.value)}
      >
        <option value="" />
        {listed.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {problem && (
        <p className="field-error" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function isRight(name: FieldName, text = ''): boolean {
  return name === 'state' ? /^[a-z]{2}$/i.test(text) : text !== '';
}

function listCountries(language: Language): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const listed = countries.map(([alpha2 = '', code = '']) => ({ code, name: names.of(alpha2) ?? alpha2 }));
  return listed.sort((one, other) => one.name.localeCompare(other.name, language));
}

/** The country that the browser's language names; a guess by the language alone would go unnoticed. */
function getOwnCountry(): string {
  const { region } = new Intl.Locale(navigator.language);
  return countries.find(([alpha2]) => alpha2 === region)?.[1] ?? '';
}
