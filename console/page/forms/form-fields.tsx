import { useId, type ReactNode } from 'react';
import { MOMENT_FORMATS } from '../../../ui/date-text';
import { configurationTexts as texts } from '../texts/configuration';
import { language } from '../texts/texts';
import { ChoiceField, FormField, type FormState } from './form-field';
import type { FieldSpec } from '../screens/onboarding/field-specs';
import type { FieldOption } from './reference';
import type { ConfiguredField, ReferenceName } from './field-spec';
import { labelOf, optionText } from './field-words';
import { currencyAt, isShown, join, keysOf } from './values';
import { Button } from '../parts/button';

/** The entities that fields may name. */
export type References = Readonly<Partial<Record<ReferenceName, readonly FieldOption[]>>>;

interface FieldsProps {
  fields: readonly ConfiguredField[];
  /** The group or the row that they stand in. */
  at?: string;
  state: FormState;
  references: References;
}

/** The fields of an entity, of a group or of a row. */
export function EntityFields({ fields, at = '', state, references }: FieldsProps): ReactNode {
  return (
    <div className="form-grid">
      {fields
        .filter((field) => isShown(field, state.values, at))
        .map((field) => {
          const path = join(at, field.name);
          const shared = { field, path, at, state, references };
          if (field.kind === 'group') return <Group key={path} {...shared} />;
          return field.kind === 'rows' ? <Rows key={path} {...shared} /> : <OneField key={path} {...shared} />;
        })}
    </div>
  );
}

interface FieldProps extends Omit<FieldsProps, 'fields'> {
  field: ConfiguredField;
  path: string;
}

/** Opens where something is set or wrong. */
function Group({ field, path, state, references }: FieldProps): ReactNode {
  const isInside = (name: string): boolean => path === '' || name.startsWith(`${path}.`);
  const isOpen =
    Object.entries(state.values).some(([name, value]) => isInside(name) && value !== '') ||
    Object.keys(state.problems).some(isInside);
  return (
    <details className="wide details" open={isOpen && path !== ''}>
      <summary>{labelOf(field)}</summary>
      <EntityFields fields={field.fields ?? []} at={path} {...{ state, references }} />
    </details>
  );
}

/** Rows of one form, which keep their keys when they move. */
function Rows({ field, path, state, references }: FieldProps): ReactNode {
  const id = useId();
  const keys = keysOf(state.values, path);
  const set = (next: readonly string[]): void => state.set(path, next.join(','));
  const add = (): void => {
    // No key is given again: the texts of a removed row are still there.
    const used = Object.keys(state.values)
      .filter((name) => name.startsWith(`${path}.`))
      .map((name) => Number(name.slice(path.length + 1).split('.', 1)[0]));
    set([...keys, String(Math.max(-1, ...used, ...keys.map(Number)) + 1)]);
  };
  const moveUp = (place: number): void => {
    const [one = '', other = ''] = keys.slice(place - 1, place + 1);
    set([...keys.slice(0, place - 1), other, one, ...keys.slice(place + 1)]);
  };
  const problem = state.problems[path];
  const label = labelOf(field);
  return (
    <fieldset className="wide rows" aria-invalid={problem !== undefined}>
      <legend>{label}</legend>
      {keys.map((key, place) => (
        <fieldset key={key} className="form-section">
          <legend className="visually-hidden">{`${label} ${place + 1}`}</legend>
          <EntityFields fields={field.fields ?? []} at={`${path}.${key}`} {...{ state, references }} />
          <div className="row-actions">
            <span className="help">{place + 1}</span>
            {place > 0 && (
              <Button
                text={texts.moveUp}
                className="small-button"
                subject={`${label} ${place + 1}`}
                onPress={() => moveUp(place)}
              />
            )}
            <Button
              text={texts.remove}
              className="small-button"
              subject={`${label} ${place + 1}`}
              onPress={() => {
                set(keys.filter((each) => each !== key));
                document.getElementById(id)?.focus();
              }}
            />
          </div>
        </fieldset>
      ))}
      <Button text={`${texts.addRow}: ${label}`} id={id} onPress={add} />
      {problem !== undefined && <span className="field-error">{problem}</span>}
    </fieldset>
  );
}

const SPEC_KINDS: Partial<Record<ConfiguredField['kind'], FieldSpec['kind']>> = {
  url: 'url',
  integer: 'integer',
  percent: 'decimal',
  money: 'decimal',
  flag: 'select',
  choice: 'select',
};

function OneField({ field, path, at = '', state, references }: FieldProps): ReactNode {
  const { kind, isRequired = false } = field;
  const value = state.values[path] ?? '';
  const options = listOptions(field, references, value);
  const label = labelOf(field, currencyAt(state.values, at));
  if (kind === 'choices') return <ChoiceField {...{ name: path, label, options, state }} />;
  const specKind = SPEC_KINDS[kind];
  const placeholder: string | undefined = kind === 'moment' ? MOMENT_FORMATS[language] : texts.placeholders[field.name];
  const spec: FieldSpec = {
    name: path,
    label,
    isRequired,
    ...(specKind && { kind: specKind }),
    ...(placeholder !== undefined && { placeholder }),
    options: isRequired ? options : [{ value: '', title: texts.notSet }, ...options],
  };
  return <FormField {...{ spec, state }} />;
}

/** The choices, with what is chosen although it is no longer one. */
function listOptions({ kind, options = [], reference }: ConfiguredField, references: References, value: string) {
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
