import {
  flexRender,
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type VisibilityState,
} from '@tanstack/react-table';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';

export interface DataTableProps<Row> {
  caption: string;
  columns: ColumnDef<Row>[];
  rows: Row[];
  /** Stores which columns are shown under this name. */
  name?: string;
  getRowID?: (row: Row) => string;
}

/** A table whose columns can be chosen; on a phone it scrolls sideways. */
export function DataTable<Row>({ caption, columns, rows, name, getRowID }: DataTableProps<Row>): ReactNode {
  const [columnVisibility, setVisibility] = useState<VisibilityState>(() => readVisibility(name));
  // eslint-disable-next-line react-hooks/incompatible-library -- there is no compiler
  const table = useReactTable({
    ...{ data: rows, columns, state: { columnVisibility } },
    getCoreRowModel: getCoreRowModel(),
    ...(getRowID ? { getRowId: getRowID } : {}),
    onColumnVisibilityChange: (update) => {
      const next = typeof update === 'function' ? update(columnVisibility) : update;
      setVisibility(next);
      if (name) localStorage.setItem(`console-columns-${name}`, JSON.stringify(next));
    },
  });
  return (
    <div className="table-part">
      {name !== undefined && (
        <ColumnChoice
          columns={table.getAllLeafColumns().map((column) => ({
            id: column.id,
            title: String(column.columnDef.header ?? ''),
            isShown: column.getIsVisible(),
            toggle: () => column.toggleVisibility(),
          }))}
        />
      )}
      <div className="table-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header) => (
                  <th key={header.id} scope="col" className={classOf(header.column.columnDef.meta)}>
                    {flexRender(header.column.columnDef.header, header.getContext())}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row) => (
              <tr key={row.id}>
                {row.getVisibleCells().map((cell) => (
                  <td key={cell.id} className={classOf(cell.column.columnDef.meta)}>
                    {flexRender(cell.column.columnDef.cell, cell.getContext())}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function classOf(meta: unknown): string | undefined {
  return (meta as { className?: string } | undefined)?.className;
}

function readVisibility(name: string | undefined): VisibilityState {
  try {
    return JSON.parse(localStorage.getItem(`console-columns-${name}`) ?? '{}') as VisibilityState;
  } catch {
    return {};
  }
}

interface ColumnChoiceProps {
  columns: { id: string; title: string; isShown: boolean; toggle: () => void }[];
}

function ColumnChoice({ columns }: ColumnChoiceProps): ReactNode {
  const { common } = useTexts();
  return (
    <details className="column-choice">
      <summary>{common.columns}</summary>
      <div className="column-list">
        {columns.map(({ id, title, isShown, toggle }) => (
          <label key={id}>
            <input type="checkbox" checked={isShown} onChange={toggle} />
            {title}
          </label>
        ))}
      </div>
    </details>
  );
}
