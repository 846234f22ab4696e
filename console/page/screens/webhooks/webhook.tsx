import type { ColumnDef } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { PartyLink } from '../../parts/links';
import { OperatedList } from '../../parts/operated-list';
import { Facts, Moment, PageTitle, Status } from '../../parts/pieces';
import { useOperators } from '../../parts/read';
import { RequestButton } from '../../parts/request-button';
import { Empty, QueryState } from '../../parts/states';
import { column } from '../../parts/table';
import { useTexts, type ConsoleTexts } from '../../texts/texts';
import { WebhookActions } from './webhook-actions';
import { webhookState, type ShownWebhook } from './webhooks';

type Attempt = Schemas['DeliveryAttempt'];

const REFRESH_MS = 5_000;

export function WebhookScreen(): ReactNode {
  const texts = useTexts();
  const { types, webhooks } = texts;
  const { webhookID = '' } = useParams();
  const path = `/webhooks/${encodeURIComponent(webhookID)}`;
  const query = useOperators<ShownWebhook>(path, { refetchInterval: REFRESH_MS });
  return (
    <>
      <PageTitle title={`${types['webhook']} ${webhookID}`}>
        {query.data && <WebhookActions webhook={query.data} />}
      </PageTitle>
      <QueryState query={query} />
      {query.data && (
        <>
          <WebhookFacts webhook={query.data} />
          <OperatedList<Schemas['DeliveryAttempts']>
            {...{ title: webhooks.attempts, path: `${path}/attempts`, filter: { limit: 50 }, name: 'attempts' }}
            {...{ rows: 6, refetchMs: REFRESH_MS }}
            empty={<Empty title={webhooks.noAttempts} />}
            columns={columnsOf(texts, webhookID)}
            getRowID={({ eventID, number, replayID = '' }) => `${eventID} ${number} ${replayID}`}
          />
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

function columnsOf({ webhooks, common, audit }: ConsoleTexts, webhookID: string): ColumnDef<Attempt>[] {
  return [
    column('at', common.when, ({ startedAt }) => <Moment at={startedAt} isExact />),
    column('event', webhooks.event, ({ eventType, eventID }) => `${eventType} (${eventID})`),
    column(
      'number',
      webhooks.number,
      ({ number, replayID }) => (replayID === undefined ? number : `${number}, ${webhooks.replayed}`),
      'number',
    ),
    column('subject', audit.subject, ({ subject }) => (
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
