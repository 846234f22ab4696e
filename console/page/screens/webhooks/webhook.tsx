import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { callOperators, toQuery, type Schemas } from '../../api/client';
import { PartyLink } from '../../parts/links';
import { usePages } from '../../parts/paged-list';
import { Facts, Moment, PageTitle, Status } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { RequestButton } from '../../parts/request-button';
import { Empty, QueryState } from '../../parts/states';
import { column, PagedTable } from '../../parts/table';
import type { ConsoleTexts } from '../../texts/ru';
import { useTexts } from '../../texts/texts';
import { WebhookActions } from './webhook-actions';
import { webhookState, type ShownWebhook } from './webhooks';

type Attempt = Schemas['DeliveryAttempt'];

const REFRESH_MS = 5_000;

export function WebhookScreen(): ReactNode {
  const { types } = useTexts();
  const { webhookID = '' } = useParams();
  const path = `/webhooks/${encodeURIComponent(webhookID)}`;
  const query = useOperators<ShownWebhook>(['webhook', webhookID], path, { refetchInterval: REFRESH_MS });
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
  const texts = useTexts();
  const { webhooks } = texts;
  const query = usePages({
    queryKey: ['attempts', path],
    read: (place, signal) =>
      callOperators<Schemas['DeliveryAttempts']>(
        `${path}/attempts${toQuery({ limit: 50, continuationToken: place })}`,
        {
          signal,
        },
      ),
    rowsOf: ({ attempts }) => attempts,
    refetchMs: REFRESH_MS,
  });
  return (
    <section>
      <h2>{webhooks.attempts}</h2>
      <PagedTable
        {...{ query, caption: webhooks.attempts, name: 'attempts' }}
        empty={<Empty title={webhooks.noAttempts} />}
        columns={columnsOf(texts, webhookID)}
        getRowID={({ eventID, number, replayID = '' }) => `${eventID} ${number} ${replayID}`}
      />
    </section>
  );
}

function columnsOf({ webhooks, common }: ConsoleTexts, webhookID: string): ColumnDef<Attempt>[] {
  return [
    column('at', common.when, ({ startedAt }) => <Moment at={startedAt} isExact />),
    column('event', webhooks.event, ({ eventType, eventID }) => `${eventType} (${eventID})`),
    column(
      'number',
      webhooks.number,
      ({ number, replayID }) => (replayID === undefined ? number : `${number}, ${webhooks.replayed}`),
      'number',
    ),
    column('subject', webhooks.subject, ({ subject }) => (
      <Link to={`/history/${subject.split('/').map(encodeURIComponent).join('/')}`} className="mono">
        {subject}
      </Link>
    )),
    column('request', webhooks.request, (row) => <RequestButton attempt={{ webhookID, ...row }} />),
    column('answer', webhooks.answer, ({ status, error, answer }) => (
      <>
        <Status status={status === 200 ? 'succeeded' : 'failed'} text={String(status ?? error ?? common.none)} />{' '}
        <span className="answer">{answer}</span>
      </>
    )),
    column('duration', webhooks.duration, ({ durationMs }) => webhooks.ms(durationMs), 'number'),
  ];
}
