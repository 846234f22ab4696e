import {
  flexRender,
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type VisibilityState,
} from '@tanstack/react-table';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { PagedList, type PagedListProps } from './paged-list';
import { Money } from './pieces';

export interface DataTableProps<Row> {
  caption: string;
  columns: ColumnDef<Row>[];
  rows: Row[];
  /** Stores which columns are shown under this name. */
  name?: string;
  /** Default: its id. */
  getRowID?: ((row: Row) => string) | undefined;
}

/** A column whose cells are made of rows; its id names it in what is stored of the choice of columns. */
export function column<Row>(
  id: string,
  header: string | undefined,
  cell: (row: Row) => ReactNode,
  className?: string,
): ColumnDef<Row> {
  return { id, header: header ?? id, cell: ({ row }) => cell(row.original), meta: { className } };
}

/** A column of amounts; nothing where there is none. */
export function money<Row extends { currency?: string }>(
  id: string,
  header: string,
  amount: (row: Row) => number | undefined,
): ColumnDef<Row> {
  return column(id, header, (row) => <Money amount={amount(row)} currency={row.currency} />, 'number');
}

type PagedTableProps<Row> = Omit<DataTableProps<Row>, 'rows'> &
  Pick<PagedListProps, 'empty' | 'rows'> & { query: PagedListProps['query'] & { data: Row[] | undefined } };

/** The rows that have been read, and the button for more. */
export function PagedTable<Row>({ query, empty, rows, ...table }: PagedTableProps<Row>): ReactNode {
  const { data = [] } = query;
  return (
    <PagedList {...{ query, empty, isEmpty: data.length === 0, rows }}>
      <DataTable rows={data} {...table} />
    </PagedList>
  );
}

/** A table whose columns can be chosen; on a phone it scrolls sideways. */
export function DataTable<Row>({ caption, columns, rows, name, getRowID }: DataTableProps<Row>): ReactNode {
  const [columnVisibility, setVisibility] = useState<VisibilityState>(() => readVisibility(name));
  // eslint-disable-next-line react-hooks/incompatible-library -- there is no compiler
  const table = useReactTable({
    ...{ data: rows, columns, state: { columnVisibility } },
    getCoreRowModel: getCoreRowModel(),
    getRowId: getRowID ?? ((row, index) => (row as { id?: string }).id ?? String(index)),
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
      <div className="panel column-list">
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
