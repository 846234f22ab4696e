import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { Differences, fieldText, type Difference } from '../../parts/differences';
import { configurationTexts as texts } from '../../texts/configuration';
import { useTexts } from '../../texts/texts';
import { listRecorded } from './shown-changes';
import { LISTS, listFields, type FormType } from './specs';

export type ShownChange = Omit<Schemas['OperatorCommandChange'], 'version'>;

/** The fields of a change in the words of their form, rows of lists included; what no form describes is shown by its name. */
export function WordedFields({ change }: { change: ShownChange }): ReactNode {
  const { changes } = useTexts();
  const { type, id, before = {}, after, secrets = [] } = change;
  const raw = Object.keys(after).map((name): Difference => ({
    name,
    before: fieldText(before[name]),
    after: fieldText(after[name]),
  }));
  const isForm = type in LISTS;
  const fields = isForm ? listFields(type as FormType, { ...before, ...after }) : [];
  const worded = listRecorded(fields, { before, after }).filter((row) => row.before !== row.after);
  const isKnown = ({ name }: Difference): boolean =>
    fields.some((field) => field.name === '' || name === field.name || name.startsWith(`${field.name}.`));
  const rows = [
    ...worded,
    ...raw.filter((row) => !isKnown(row)),
    ...secrets.map((name) => ({ name, before: '', after: changes.newSecret })),
  ];
  const hasLists = worded.length > 0 && Object.values(after).some((value) => typeof value === 'object');
  return (
    <>
      <Differences caption={id} rows={rows.length > 0 ? rows : raw} />
      {hasLists && (
        <details className="help">
          <summary>{texts.asRecorded}</summary>
          <Differences caption={`${id}: ${texts.asRecorded}`} rows={raw} />
        </details>
      )}
    </>
  );
}
