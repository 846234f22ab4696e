import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { countText } from '../../parts/format';
import { PageTitle, Status } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { Empty, Failed, QueryState } from '../../parts/states';
import { column, DataTable } from '../../parts/table';
import { useTexts } from '../../texts/texts';

export type ShownWebhook = Schemas['OperatedWebhook'];

export function webhookState({ isDeleted, pausedAt, troubledCount }: ShownWebhook) {
  if (isDeleted) return 'deleted';
  if (pausedAt !== undefined) return 'paused';
  return troubledCount > 0 ? 'failing' : 'active';
}

export function Webhooks(): ReactNode {
  const { webhooks, common, nav } = useTexts();
  const [address, setAddress] = useSearchParams();
  const partyID = address.get('partyID') ?? '';
  const parties = useOperators<Schemas['ConfiguredEntities']>('/configuration/parties?limit=1000', {
    staleTime: 60_000,
  });
  const path = `/parties/${encodeURIComponent(partyID)}/webhooks`;
  const query = useOperators<Schemas['OperatedWebhooks']>(path, { enabled: partyID !== '' });
  return (
    <>
      <PageTitle title={nav.webhooks} />
      <div className="panel filters">
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
      {partyID !== '' && <QueryState query={query} />}
      {query.data?.webhooks.length === 0 && <Empty title={webhooks.empty} help={webhooks.emptyHelp} />}
      {query.data && query.data.webhooks.length > 0 && <WebhookTable rows={query.data.webhooks} />}
    </>
  );
}

function WebhookTable({ rows }: { rows: ShownWebhook[] }): ReactNode {
  const { webhooks, common, nav } = useTexts();
  const columns: ColumnDef<ShownWebhook>[] = [
    column('url', webhooks.url, ({ webhookID, url }) => (
      <Link to={`/webhooks/${encodeURIComponent(webhookID)}`}>{url}</Link>
    )),
    column('state', common.status, (row) => <Status status={webhookState(row)} text={webhooks[webhookState(row)]} />),
    column('shop', common.shop, ({ shopID }) => shopID ?? ''),
    column('events', webhooks.events, ({ eventTypes }) => eventTypes.join(', ')),
    column('waiting', webhooks.waiting, ({ waitingCount }) => countText(waitingCount), 'number'),
    column('troubled', webhooks.troubled, ({ troubledCount }) => countText(troubledCount), 'number'),
  ];
  return <DataTable caption={nav.webhooks} columns={columns} rows={rows} getRowID={({ webhookID }) => webhookID} />;
}
