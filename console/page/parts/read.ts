import { QueryClient, useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { ApiFailure, callOperators } from '../api/client';

const MAX_RETRIES = 2;
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A refusal stays one; an outage may be over in a second.
      retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiFailure) || error.status >= 500),
      retryDelay: (count) => 500 * 2 ** count,
    },
    // Without a network an action fails at once, instead of waiting for one.
    mutations: { networkMode: 'always' },
  },
});

/** How often a page reads again what is under way, and anything else. */
export const BUSY_MS = 1_000;
export const CALM_MS = 10_000;

type ReadOptions<Answer> = Partial<Omit<UseQueryOptions<Answer>, 'queryFn'>>;

/** Reads an operation of `/operators/v1`. */
export function useOperators<Answer>(path: string, options: ReadOptions<Answer> = {}): UseQueryResult<Answer> {
  return useQuery({ queryKey: [path], queryFn: ({ signal }) => callOperators<Answer>(path, { signal }), ...options });
}

interface BusyOptions<Answer> extends ReadOptions<Answer> {
  isBusy?: (answer: Answer) => boolean;
}

/** Reads again every ten seconds, and every second while the object is under way. */
export function useRead<Answer>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<Answer>,
  { isBusy = () => false, ...options }: BusyOptions<Answer> = {},
): UseQueryResult<Answer> {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => read(signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data) ? BUSY_MS : CALM_MS),
    ...options,
  });
}

/** Reads an operation of `/operators/v1` again and again, as `useRead`. */
export function useOperated<Answer>(path: string, options: BusyOptions<Answer> = {}): UseQueryResult<Answer> {
  return useRead<Answer>([path], async (signal) => callOperators(path, { signal }), options);
}
