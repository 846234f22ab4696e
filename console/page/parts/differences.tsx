import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';

export interface Difference {
  name: string;
  before: string;
  after: string;
}

/** Fields with their values before and after; a word marks them besides the colour. */
export function Differences({ caption, rows }: { caption: string; rows: readonly Difference[] }): ReactNode {
  const { changes: texts } = useTexts();
  return (
    <table className="differences">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.field}</th>
          <th scope="col">{texts.before}</th>
          <th scope="col">{texts.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, after }) => (
          <tr key={name}>
            <th scope="row" className="mono">
              {name}
            </th>
            <td>{before !== '' && <del>{before}</del>}</td>
            <td>{after !== '' && <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
