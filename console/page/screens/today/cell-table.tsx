import type { CSSProperties, ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { countText, percentText } from '../../parts/format';
import { useRead } from '../../parts/read';
import { Empty, QueryState } from '../../parts/states';
import { declineText } from '../../../../ui/declines/declines';
import { useTexts } from '../../texts/texts';
import { buildPivot, type Pivot, type PivotCell } from './pivot';
import { getSpan } from './span';
import { REFRESH_MS, useSpanName } from './statistics';

/** Reasons by connector accounts, for all shops or one; each number opens the attempts behind it. */
export function CellTable(): ReactNode {
  const { today, common } = useTexts();
  const [address, setAddress] = useSearchParams();
  const span = useSpanName();
  const shopID = address.get('shop') ?? '';
  const query = useRead<Schemas['AttemptCells']>(
    ['statistics', 'cells', span],
    async (signal) => callOperators(`/statistics/cells${toQuery({ ...getSpan(span) })}`, { signal }),
    { refetchInterval: REFRESH_MS },
  );
  const { data } = query;
  const shops = [...new Set(data?.cells.map((cell) => cell.shopID))].sort();
  const choose = (chosen: string): void => {
    const next = new URLSearchParams(address);
    if (chosen) next.set('shop', chosen);
    else next.delete('shop');
    setAddress(next, { replace: true });
  };
  return (
    <section>
      <div className="section-title">
        <h2>{today.cells}</h2>
        <label className="inline-field">
          {common.shop}
          <select value={shopID} onChange={({ target }) => choose(target.value)}>
            <option value="">{today.allShops}</option>
            {[...new Set([...shops, ...(shopID ? [shopID] : [])])].map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
      </div>
      <p className="help">{today.spans[span].cellsHelp}</p>
      <QueryState query={query} rows={4} />
      {data && <PivotTable pivot={buildPivot(data.cells, shopID)} span={data} shopID={shopID} />}
    </section>
  );
}

interface PivotTableProps {
  pivot: Pivot;
  span: { from: string; to: string };
  shopID: string;
}

function PivotTable({ pivot, span, shopID }: PivotTableProps): ReactNode {
  const { today, declines } = useTexts();
  const spanName = useSpanName();
  if (pivot.rows.length === 0) return <Empty title={today.spans[spanName].empty} />;
  const { from, to } = span;
  const link = (filter: { reason?: string; connector?: string }): string =>
    `/today/attempts${toQuery({ from, to, shopID, ...filter })}`;
  return (
    <div className="table-scroll" role="region" aria-label={today.cells} tabIndex={0}>
      <table className="pivot">
        <caption className="visually-hidden">{today.cells}</caption>
        <thead>
          <tr>
            <th scope="col">{today.key['reason']}</th>
            {pivot.connectors.map((connector) => (
              <th scope="col" className="number mono" key={connector}>
                {connector}
              </th>
            ))}
            <th scope="col" className="number">
              {today.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {pivot.rows.map(({ reason, cells, total }) => (
            <tr key={reason}>
              <th scope="row">
                {declineText(declines, reason)}
                {!(reason in declines) && <code className="reason-code">{reason}</code>}
              </th>
              {cells.map((cell, place) => {
                const connector = pivot.connectors[place] ?? '';
                return <Cell key={connector} cell={cell} name={[reason, connector]} to={link({ reason, connector })} />;
              })}
              <Cell cell={total} name={[reason, today.total]} to={link({ reason })} />
            </tr>
          ))}
          <tr className="pivot-total">
            <th scope="row">{today.total}</th>
            {pivot.columnTotals.map((cell, place) => {
              const connector = pivot.connectors[place] ?? '';
              return <Cell key={connector} cell={cell} name={[today.total, connector]} to={link({ connector })} />;
            })}
            <Cell cell={pivot.total} name={[today.total, today.total]} to={link({})} />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** The shade repeats the share, which is also written. */
function Cell({
  cell,
  name: [reason, connector],
  to,
}: {
  cell: PivotCell;
  name: [string, string];
  to: string;
}): ReactNode {
  const { today, declines } = useTexts();
  const { attempts, weekAgoAttempts, share } = cell;
  if (attempts === 0 && weekAgoAttempts === 0) return <td className="number">—</td>;
  const count = countText(attempts);
  const shade = { '--share': `${Math.round(share * 100)}%` } as CSSProperties;
  return (
    <td className="number pivot-cell" style={shade}>
      {attempts === 0 ? (
        count
      ) : (
        <Link to={to} aria-label={today.openCell(count, declineText(declines, reason), connector)}>
          {count}
        </Link>
      )}
      <span className="pivot-more">{`${percentText(share)} · ${today.wasBefore(countText(weekAgoAttempts))}`}</span>
    </td>
  );
}
