import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/texts';
import { Button } from './button';
import { ErrorNotice, Failed, Loading } from './states';

interface PageSource<Page, Row> {
  queryKey: QueryKey;
  read: (place: string | undefined, signal: AbortSignal) => Promise<Page>;
  rowsOf: (page: Page) => Row[];
  enabled?: boolean;
  refetchMs?: number | false | ((pages: readonly Page[]) => number | false);
}

/** Reads a list page by page; its data are the rows of all pages that were read. */
export function usePages<Page extends { continuationToken?: string | undefined }, Row>(source: PageSource<Page, Row>) {
  const { queryKey, read, rowsOf, enabled = true, refetchMs = false } = source;
  return useInfiniteQuery({
    queryKey,
    queryFn: async ({ signal, pageParam }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
    select: ({ pages }) => pages.flatMap(rowsOf),
    enabled,
    refetchInterval: ({ state }) => (typeof refetchMs === 'function' ? refetchMs(state.data?.pages ?? []) : refetchMs),
  });
}

export interface PagedListProps {
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
      {query.isLoading && <Loading rows={rows} />}
      {query.isError && isEmpty && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {Boolean(query.data) && isEmpty && empty}
      {!isEmpty && children}
      {!isEmpty && !query.isFetchingNextPage && <ErrorNotice error={query.error} />}
      {query.hasNextPage && (
        <div className="more">
          <Button
            text={query.isFetchingNextPage ? common.loading : common.more}
            disabled={query.isFetchingNextPage}
            onPress={() => query.fetchNextPage()}
          />
        </div>
      )}
    </>
  );
}
