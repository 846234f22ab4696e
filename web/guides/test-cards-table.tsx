import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark';
import { groupTestCards, testCardRows, type TestCardRow } from './test-cards';

/** The sandbox's cards by outcome. A click copies a number; the filter appears with the script. */
export function TestCardsTable({ table }: { table: unknown }) {
  const groups = groupTestCards(testCardRows(table));
  if (groups.length === 0) return <p>Таблица тестовых карт появится вместе со следующей сборкой сайта.</p>;
  return (
    <div data-test-cards="">
      <p className="row test-cards-filter" hidden>
        <label htmlFor="test-cards-filter">Фильтр</label>
        <input
          id="test-cards-filter"
          type="search"
          placeholder="Номер, система или исход"
          autoComplete="off"
          spellCheck={false}
        />
        <span role="status" />
      </p>
      <div className="table" tabIndex={0} role="group" aria-label="Тестовые карты">
        <table className="test-cards">
          <thead>
            <tr>
              <th scope="col">Номер карты</th>
              <th scope="col">Платёжная система</th>
              <th scope="col">Результат</th>
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th colSpan={3} scope="rowgroup">
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <CardRow key={`${row.number}${row.brand}`} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  );
}

function CardRow({ row: { number, brand, system, outcome } }: { row: TestCardRow }) {
  return (
    <tr>
      <td>
        <button type="button" className="copy-number" title="Скопировать номер">
          <code className="nowrap">{number}</code>
        </button>
      </td>
      <td>
        <span className="brand">
          <BrandMark system={system} />
          {brand}
        </span>
      </td>
      <td>{outcome.includes(':') ? <code>{breakAtColons(outcome)}</code> : outcome}</td>
    </tr>
  );
}

function breakAtColons(code: string): ReactNode[] {
  return code.split(/(?<=:)/).flatMap((part, index) => (index ? [<wbr key={index} />, part] : [part]));
}
