import type { ReactNode } from 'react';
import { callOperators, toQuery } from '../api/client';
import { usePages } from './paged-list';
import { CALM_MS } from './read';
import { PagedTable, type DataTableProps } from './table';
import { useTexts } from '../texts/texts';

type Filter = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Lists name their next page by a token, lines of statements by a number. */
interface ListPage {
  continuationToken?: string;
  next?: number;
}

/** A row of a page, which holds one list. */
type RowOf<Page> = Extract<Page[keyof Page], readonly unknown[]>[number];

interface OperatedListProps<Page, Row> extends Pick<DataTableProps<Row>, 'columns' | 'getRowID' | 'name'> {
  title: string;
  /** Whether the page has nothing else, so that its title is that of the list. */
  isWhole?: boolean;
  path: string;
  filter?: Filter;
  /** Reads the list again when it changes. */
  version?: string;
  /** Default: the list of the page. */
  rowsOf?: (page: Page) => Row[];
  empty?: ReactNode;
  /** The height of the list while it loads. */
  rows?: number;
  refetchMs?: number | false;
}

/** A titled list that operators read page by page. */
export function OperatedList<Page extends object, Row = RowOf<Page>>(props: OperatedListProps<Page, Row>): ReactNode {
  const { title, isWhole = false, path, filter = {}, version, rowsOf = listOf, empty } = props;
  const { columns, getRowID, name, rows = 4, refetchMs = CALM_MS } = props;
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
        {...{ query, rows, caption: title, columns, getRowID, name }}
        empty={empty ?? <p className="help">{payouts.empty}</p>}
      />
    </section>
  );
}

function listOf<Row>(page: object): Row[] {
  return Object.values(page).find(Array.isArray) as Row[];
}
