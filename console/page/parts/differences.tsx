import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';

/** A value as text; nothing for none. */
export function fieldText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
}

export interface Difference {
  name: string;
  before: string;
  after: string;
}

interface DifferencesProps {
  caption: string;
  rows: readonly Difference[];
  /** The names of the two columns, where they are not before and after. */
  sides?: readonly [string, string];
}

/** The fields that differ with their values before and after; a word marks them besides the colour. */
export function Differences({ caption, rows, sides }: DifferencesProps): ReactNode {
  const { changes: texts } = useTexts();
  // Two sides that agree are worth showing.
  const shown = sides ? rows : rows.filter(({ before, after }) => before !== after);
  if (shown.length === 0) return null;
  const heads = sides ?? [texts.before, texts.after];
  return (
    <table className="differences">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{heads[0]}</th>
          <th scope="col">{heads[1]}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {texts.names[name] ?? name}
            </th>
            <td>{before !== '' && (sides ? before : <del>{before}</del>)}</td>
            <td>{after !== '' && (sides ? after : <ins>{after}</ins>)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
