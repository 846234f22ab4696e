import { useId, type ReactNode } from 'react';
import { Button } from '../parts/button';
import { configurationTexts as texts } from '../texts/configuration';
import type { FieldSpec } from './field-spec';
import { labelOf } from './field-words';
import { FormField, type FieldProps } from './form-field';
import { isShown, join, keysOf } from './values';

interface FormFieldsProps extends Pick<FieldProps, 'state' | 'references'> {
  fields: readonly FieldSpec[];
  /** The group or the row that they stand in. */
  at?: string;
}

/** The fields of a form, of a group or of a row. */
export function FormFields({ fields, at = '', state, references }: FormFieldsProps): ReactNode {
  return (
    <div className="form-grid">
      {fields
        .filter((field) => isShown(field, state.values, at))
        .map((field) => {
          const path = join(at, field.name);
          const shared = { field, path, at, state, references };
          if (field.kind === 'group') return <Group key={path} {...shared} />;
          return field.kind === 'rows' ? <Rows key={path} {...shared} /> : <FormField key={path} {...shared} />;
        })}
    </div>
  );
}

/** Opens where something is set or wrong. */
function Group({ field, path, state, references }: FieldProps): ReactNode {
  const inner = <FormFields fields={field.fields ?? []} at={path} {...{ state, references }} />;
  if (field.isFlat) return inner;
  const isInside = (name: string): boolean => path === '' || name.startsWith(`${path}.`);
  const isOpen =
    Object.entries(state.values).some(([name, value]) => isInside(name) && value !== '') ||
    Object.keys(state.problems).some(isInside);
  return (
    <details className="wide details" open={isOpen && path !== ''}>
      <summary>{labelOf(field)}</summary>
      {inner}
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
          <FormFields fields={field.fields ?? []} at={`${path}.${key}`} {...{ state, references }} />
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
