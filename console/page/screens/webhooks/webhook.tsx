import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ColumnDef } from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { PartyLink } from '../../parts/links';
import { Facts, Moment, PageTitle, Status } from '../../parts/pieces';
import { PagedList } from '../../parts/paged-list';
import { RequestButton } from '../../parts/request-button';
import { Empty, QueryState } from '../../parts/states';
import { DataTable } from '../../parts/table';
import { useTexts } from '../../texts/texts';
import { WebhookActions } from './webhook-actions';
import { webhookState, type ShownWebhook } from './webhooks';

type Attempt = Schemas['DeliveryAttempt'];

const REFRESH_MS = 5_000;

export function WebhookScreen(): ReactNode {
  const { types } = useTexts();
  const { webhookID = '' } = useParams();
  const path = `/webhooks/${encodeURIComponent(webhookID)}`;
  const query = useQuery({
    queryKey: ['webhook', webhookID],
    queryFn: ({ signal }) => callOperators<ShownWebhook>(path, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageTitle title={`${types['webhook']} ${webhookID}`}>
        {query.data && <WebhookActions webhook={query.data} />}
      </PageTitle>
      <QueryState query={query} />
      {query.data && (
        <>
          <WebhookFacts webhook={query.data} />
          <Attempts {...{ webhookID, path }} />
        </>
      )}
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: ShownWebhook }): ReactNode {
  const { webhooks, common } = useTexts();
  const state = webhookState(webhook);
  return (
    <Facts
      rows={[
        [common.status, <Status key="state" status={state} text={webhooks[state]} />],
        [webhooks.url, webhook.url],
        [webhooks.events, webhook.eventTypes.join(', ')],
        [common.merchant, <PartyLink key="party" partyID={webhook.partyID} />],
        [common.shop, webhook.shopID],
        [webhooks.waiting, webhook.waitingCount],
        [webhooks.troubled, webhook.troubledCount],
        [common.reason, webhook.pauseReason],
        [common.created, <Moment key="created" at={webhook.createdAt} />],
      ]}
    />
  );
}

function Attempts({ webhookID, path }: { webhookID: string; path: string }): ReactNode {
  const { webhooks } = useTexts();
  const query = useInfiniteQuery({
    queryKey: ['attempts', path],
    queryFn: ({ signal, pageParam }) =>
      callOperators<Schemas['DeliveryAttempts']>(
        `${path}/attempts${toQuery({ limit: 50, continuationToken: pageParam })}`,
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ continuationToken }) => continuationToken,
    refetchInterval: REFRESH_MS,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ attempts }) => attempts) ?? [], [query.data]);
  return (
    <section>
      <h2>{webhooks.attempts}</h2>
      <PagedList query={query} isEmpty={rows.length === 0} empty={<Empty title={webhooks.noAttempts} />}>
        <AttemptTable {...{ webhookID, rows }} />
      </PagedList>
    </section>
  );
}

function AttemptTable({ webhookID, rows }: { webhookID: string; rows: Attempt[] }): ReactNode {
  const { webhooks, common } = useTexts();
  const columns = useMemo<ColumnDef<Attempt>[]>(
    () => [
      { id: 'at', header: common.when, cell: ({ row }) => <Moment at={row.original.startedAt} isExact /> },
      {
        id: 'event',
        header: webhooks.event,
        cell: ({ row: { original } }) => `${original.eventType} (${original.eventID})`,
      },
      {
        id: 'number',
        header: webhooks.number,
        meta: { className: 'number' },
        cell: ({ row: { original } }) =>
          original.replayID === undefined ? original.number : `${original.number}, ${webhooks.replayed}`,
      },
      {
        id: 'subject',
        header: webhooks.subject,
        cell: ({ row: { original } }) => (
          <Link to={`/history/${original.subject.split('/').map(encodeURIComponent).join('/')}`} className="mono">
            {original.subject}
          </Link>
        ),
      },
      {
        id: 'request',
        header: webhooks.request,
        cell: ({ row: { original } }) => <RequestButton attempt={{ webhookID, ...original }} />,
      },
      {
        id: 'answer',
        header: webhooks.answer,
        cell: ({ row: { original } }) => (
          <>
            <Status
              status={original.status === 200 ? 'succeeded' : 'failed'}
              text={String(original.status ?? original.error ?? common.none)}
            />{' '}
            <span className="answer">{original.answer}</span>
          </>
        ),
      },
      {
        id: 'duration',
        header: webhooks.duration,
        meta: { className: 'number' },
        cell: ({ row }) => webhooks.ms(row.original.durationMs),
      },
    ],
    [webhooks, common, webhookID],
  );
  const getRowID = ({ eventID, number, replayID = '' }: Attempt): string => `${eventID} ${number} ${replayID}`;
  return <DataTable caption={webhooks.attempts} name="attempts" columns={columns} rows={rows} getRowID={getRowID} />;
}
