import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { callOperators, toQuery } from '../api/client';
import { usePages } from './paged-list';
import { CALM_MS } from './read';
import { PagedTable } from './table';
import { useTexts } from '../texts/texts';

type Filter = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Lists name their next page by a token, lines of statements by a number. */
interface ListPage {
  continuationToken?: string;
  next?: number;
}

interface OperatedListProps<Page, Row> {
  title: string;
  /** Whether the page has nothing else, so that its title is that of the list. */
  isWhole?: boolean;
  path: string;
  filter?: Filter;
  /** Reads the list again when it changes. */
  version?: string;
  rowsOf: (page: Page) => Row[];
  columns: ColumnDef<Row>[];
  getRowID: (row: Row) => string;
  /** Under which the chosen columns are kept. */
  name?: string;
  empty?: ReactNode;
  /** The height of the list while it loads. */
  rows?: number;
  refetchMs?: number | false;
}

/** A titled list that operators read page by page. */
export function OperatedList<Page extends object, Row>(props: OperatedListProps<Page, Row>): ReactNode {
  const { title, isWhole = false, path, filter = {}, version, rowsOf, columns, getRowID } = props;
  const { name, empty, rows = 4, refetchMs = CALM_MS } = props;
  const { payouts } = useTexts();
  const query = usePages({
    queryKey: [path, filter, version],
    read: async (place, signal) => {
      const [after, continuationToken] = place?.startsWith('#') ? [place.slice(1)] : [undefined, place];
      const page = await callOperators<Page>(`${path}${toQuery({ ...filter, after, continuationToken })}`, { signal });
      const { next, continuationToken: token } = page as ListPage;
      return { page, continuationToken: token ?? (next === undefined ? undefined : `#${next}`) };
    },
    rowsOf: ({ page }) => rowsOf(page),
    refetchMs,
  });
  return (
    <section>
      {!isWhole && <h2>{title}</h2>}
      <PagedTable
        {...{ query, rows, caption: title, columns, getRowID, ...(name !== undefined && { name }) }}
        empty={empty ?? <p className="help">{payouts.empty}</p>}
      />
    </section>
  );
}
