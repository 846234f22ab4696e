import { useInfiniteQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { PageTitle, Status } from '../../parts/pieces';
import { PagedList } from '../../parts/paged-list';
import { Empty } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useSession } from '../../session/session';
import { useTexts } from '../../texts/texts';

export type Entity = Schemas['ConfiguredEntity'];

/** Whether the provider has blocked a party or a shop. */
export function isBlocked({ value }: Entity): boolean {
  return value['blocked'] !== undefined && value['blocked'] !== false;
}

export function fieldOf({ value }: Entity, name: string): string {
  const field = value[name];
  return typeof field === 'string' || typeof field === 'number' ? String(field) : '';
}

export function Merchants(): ReactNode {
  const { merchants } = useTexts();
  const { has } = useSession();
  const [address, setAddress] = useSearchParams();
  const blocked = address.get('blocked') === 'true' ? true : undefined;
  const query = useInfiniteQuery({
    queryKey: ['parties', 'pages', blocked],
    queryFn: ({ signal, pageParam }) =>
      callOperators<Schemas['ConfiguredEntities']>(
        `/configuration/parties${toQuery({ blocked, limit: 50, continuationToken: pageParam })}`,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ result }) => result) ?? [], [query.data]);
  return (
    <>
      <PageTitle title={merchants.title}>
        {has('configuration') && (
          <Link className="button primary" to="/onboarding">
            {merchants.add}
          </Link>
        )}
      </PageTitle>
      <div className="filters">
        <label className="check">
          <input
            type="checkbox"
            checked={blocked === true}
            onChange={({ target }) => setAddress(target.checked ? { blocked: 'true' } : {})}
          />
          {merchants.onlyBlocked}
        </label>
      </div>
      <PagedList
        query={query}
        isEmpty={rows.length === 0}
        empty={<Empty title={merchants.empty} help={merchants.emptyHelp} />}
      >
        <PartyTable rows={rows} />
      </PagedList>
    </>
  );
}

function PartyTable({ rows }: { rows: Entity[] }): ReactNode {
  const { merchants, common } = useTexts();
  const columns = useMemo<ColumnDef<Entity>[]>(
    () => [
      {
        id: 'id',
        header: common.merchant,
        cell: ({ row: { original } }) => (
          <Link to={`/merchants/${encodeURIComponent(original.id)}`} className="mono">
            {original.id}
          </Link>
        ),
      },
      { id: 'name', header: merchants.name, cell: ({ row }) => fieldOf(row.original, 'name') },
      {
        id: 'state',
        header: common.status,
        cell: ({ row }) => {
          const state = isBlocked(row.original) ? 'blocked' : 'active';
          return <Status status={state} text={merchants[state]} />;
        },
      },
      {
        id: 'version',
        header: merchants.history,
        meta: { className: 'number' },
        cell: ({ row }) => merchants.version(row.original.version),
      },
    ],
    [merchants, common],
  );
  return <DataTable caption={merchants.title} columns={columns} rows={rows} getRowID={({ id }) => id} />;
}
