import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { ErrorNotice, Failed, Loading } from './states';

interface PagedListProps {
  /** What `useInfiniteQuery` returns. */
  query: {
    isLoading: boolean;
    isError: boolean;
    error: unknown;
    data: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => Promise<unknown>;
    fetchNextPage: () => Promise<unknown>;
  };
  isEmpty: boolean;
  empty: ReactNode;
  /** The height of the list while it loads. */
  rows?: number;
  children: ReactNode;
}

/** A list that is read page by page, with its states and the button for the next page. */
export function PagedList({ query, isEmpty, empty, rows, children }: PagedListProps): ReactNode {
  const { common } = useTexts();
  return (
    <>
      {query.isLoading && <Loading {...(rows !== undefined && { rows })} />}
      {query.isError && isEmpty && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {Boolean(query.data) && isEmpty && empty}
      {!isEmpty && children}
      {!isEmpty && !query.isFetchingNextPage && <ErrorNotice error={query.error} />}
      {query.hasNextPage && (
        <div className="more">
          <button
            type="button"
            className="button"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? common.loading : common.more}
          </button>
        </div>
      )}
    </>
  );
}
