import { useQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { callOperators, type Schemas } from '../../api/client';
import { countText } from '../../parts/format';
import { PageTitle, Status } from '../../parts/pieces';
import { Empty, Failed, Loading } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useTexts } from '../../texts/texts';

export type ShownWebhook = Schemas['OperatedWebhook'];

export function webhookState({ isDeleted, pausedAt, troubledCount }: ShownWebhook) {
  if (isDeleted) return 'deleted';
  if (pausedAt !== undefined) return 'paused';
  return troubledCount > 0 ? 'failing' : 'active';
}

export function Webhooks(): ReactNode {
  const { webhooks, common } = useTexts();
  const [address, setAddress] = useSearchParams();
  const partyID = address.get('partyID') ?? '';
  const parties = useQuery({
    queryKey: ['parties', 'all'],
    queryFn: ({ signal }) =>
      callOperators<Schemas['ConfiguredEntities']>('/configuration/parties?limit=1000', { signal }),
    staleTime: 60_000,
  });
  const query = useQuery({
    queryKey: ['webhooks', partyID],
    queryFn: ({ signal }) =>
      callOperators<Schemas['OperatedWebhooks']>(`/parties/${encodeURIComponent(partyID)}/webhooks`, { signal }),
    enabled: partyID !== '',
  });
  return (
    <>
      <PageTitle title={webhooks.title} />
      <div className="filters">
        <label className="field">
          {common.merchant}
          <select value={partyID} onChange={({ target }) => setAddress(target.value ? { partyID: target.value } : {})}>
            <option value="" />
            {parties.data?.result.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
      </div>
      {parties.isError && <Failed error={parties.error} onRetry={() => void parties.refetch()} />}
      {partyID === '' && <Empty title={webhooks.choose} />}
      {query.isLoading && <Loading />}
      {query.isError && !query.data && <Failed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.webhooks.length === 0 && <Empty title={webhooks.empty} help={webhooks.emptyHelp} />}
      {query.data && query.data.webhooks.length > 0 && <WebhookTable rows={query.data.webhooks} />}
    </>
  );
}

function WebhookTable({ rows }: { rows: ShownWebhook[] }): ReactNode {
  const { webhooks, common } = useTexts();
  const columns = useMemo<ColumnDef<ShownWebhook>[]>(
    () => [
      {
        id: 'url',
        header: webhooks.url,
        cell: ({ row: { original } }) => (
          <Link to={`/webhooks/${encodeURIComponent(original.webhookID)}`}>{original.url}</Link>
        ),
      },
      {
        id: 'state',
        header: common.status,
        cell: ({ row }) => {
          const state = webhookState(row.original);
          return <Status status={state} text={webhooks[state]} />;
        },
      },
      { id: 'shop', header: common.shop, cell: ({ row }) => row.original.shopID ?? '' },
      { id: 'events', header: webhooks.events, cell: ({ row }) => row.original.eventTypes.join(', ') },
      {
        id: 'waiting',
        header: webhooks.waiting,
        meta: { className: 'number' },
        cell: ({ row }) => countText(row.original.waitingCount),
      },
      {
        id: 'troubled',
        header: webhooks.troubled,
        meta: { className: 'number' },
        cell: ({ row }) => countText(row.original.troubledCount),
      },
    ],
    [webhooks, common],
  );
  return <DataTable caption={webhooks.title} columns={columns} rows={rows} getRowID={({ webhookID }) => webhookID} />;
}
