import { configurationTexts as texts } from '../../texts/configuration';
import type { Schemas } from '../../api/client';
import type { Difference } from '../../parts/differences';
import type { FieldSpec } from '../../forms/field-spec';
import { labelOf, optionText } from '../../forms/field-words';
import { currencyAt, isShown, join, keysOf, placeFields, readValues, setPath, type Values } from '../../forms/values';

function valueText({ kind, options }: FieldSpec, text: string): string {
  const isWorded = kind === 'flag' || options !== undefined;
  return isWorded ? text.split(',').map(optionText).join(', ') : text;
}

/** One line a row: its fields with their values. */
function rowsText(field: FieldSpec, values: Values, path: string): string {
  const line = (key: string): string =>
    (field.fields ?? [])
      .filter((each) => isShown(each, values, `${path}.${key}`))
      .flatMap((each) => {
        const inner = join(`${path}.${key}`, each.name);
        const text = each.kind === 'rows' ? rowsText(each, values, inner) : valueText(each, values[inner] ?? '');
        return text === '' ? [] : [`${labelOf(each, { currency: currencyAt(values, `${path}.${key}`) })}: ${text}`];
      })
      .join('; ');
  return keysOf(values, path)
    .map((key, index) => `${index + 1}. ${line(key)}`)
    .join('\n');
}

/** Each field in two readings of an entity; lists are shown whole. */
export function listDifferences(fields: readonly FieldSpec[], initial: Values, values: Values): Difference[] {
  return placeFields(fields, values)
    .filter(({ at }) => !/\.\d+$/.test(at))
    .map(({ field, path, at }) => {
      const text = (given: Values): string =>
        field.kind === 'rows' ? rowsText(field, given, path) : valueText(field, given[path] ?? '').trim();
      const groups = at.split('.').map((name) => texts.fields[name] ?? '');
      const name = [...groups.filter((each) => each !== ''), labelOf(field)].join(' · ');
      return { name, before: text(initial), after: text(values) };
    });
}

/** What an action of the audit log changed, where fields have their paths as names. */
export function listRecorded(
  fields: readonly FieldSpec[],
  { before = {}, after = {} }: Pick<Schemas['OperatorAction'], 'before' | 'after'>,
): Difference[] {
  const read = (recorded: Schemas['ConfigurationFields']): Values =>
    readValues(
      fields,
      Object.entries(recorded).reduce<typeof recorded>(
        (all, [path, value]) => setPath(all, path, value ?? undefined),
        {},
      ),
    );
  return listDifferences(fields, read(before), read(after));
}
