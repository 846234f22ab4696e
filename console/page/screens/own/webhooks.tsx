import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callMerchants } from '../../api/client';
import { useDone } from '../../parts/actions';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { countText } from '../../parts/format';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { PageTitle, Status } from '../../parts/pieces';
import { Empty, ErrorText, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { DeliveryLine, type ShownDelivery } from '../payment/deliveries';
import { deleteOwnWebhook, useOwnWebhooks, type OwnWebhook } from './own-webhooks';

const CreateDialog = lazyDialog(async () => (await import('./create-webhook')).CreateWebhookDialog);
const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog')).ConfirmDialog);

/** A merchant's webhooks; its key needs the scope `webhooks` to change them, which the API checks. */
export function OwnWebhooks(): ReactNode {
  const { own, nav } = useTexts();
  const query = useOwnWebhooks();
  const { webhooks = [], identities = [] } = query.data ?? {};
  return (
    <>
      <PageTitle title={nav.webhooks}>
        {query.data && (
          <DialogButton text={own.create} className="button primary">
            {(onClose) => <CreateDialog {...{ identities, onClose }} />}
          </DialogButton>
        )}
      </PageTitle>
      <QueryState query={query} rows={3} />
      {query.data && webhooks.length === 0 && <Empty title={own.noWebhooks} help={own.noWebhooksHelp} />}
      <ul className="cards list-below">
        {webhooks.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
      </ul>
    </>
  );
}

function WebhookCard({ webhook }: { webhook: OwnWebhook }): ReactNode {
  const { own, webhooks } = useTexts();
  const announce = useAnnounce();
  const client = useQueryClient();
  const { scope, active, url } = webhook;
  const remove = async (): Promise<void> => {
    await deleteOwnWebhook(webhook);
    announce(own.removed);
    // The list only: what else the card shows is gone.
    await client.invalidateQueries({ queryKey: ['own-webhooks'] });
  };
  return (
    <li className="card">
      <div className="card-main">
        <p className="card-title">{url}</p>
        <p className="card-facts">
          <Status status={active ? 'active' : 'paused'} text={active ? webhooks.active : webhooks.paused} />
          <span>{own.topics[scope.topic]}</span>
          <code>{scope.shopID ?? scope.walletID ?? webhook.identityID}</code>
          <code>{webhook.id}</code>
        </p>
        <p className="help">{scope.eventTypes.join(', ')}</p>
        <details>
          <summary>{own.publicKey}</summary>
          <pre className="value">{webhook.publicKey}</pre>
        </details>
        {webhook.identityID === undefined && active && <Failing webhookID={webhook.id} url={url} />}
      </div>
      <DialogButton text={own.remove} subject={url}>
        {(onClose) => (
          <ConfirmDialog
            {...{ title: own.removeTitle(url), help: own.removeHelp, submit: own.remove, onSubmit: remove, onClose }}
          />
        )}
      </DialogButton>
    </li>
  );
}

const POLL_MS = 5_000;

/** What the server has not accepted, with its answers, and the way to send it at once. */
function Failing({ webhookID, url }: { webhookID: string; url: string }): ReactNode {
  const { own } = useTexts();
  const done = useDone();
  const path = `/processing/webhooks/${encodeURIComponent(webhookID)}`;
  const { data: failing = [] } = useQuery({
    queryKey: ['own-failing', webhookID],
    queryFn: ({ signal }) => callMerchants<ShownDelivery[]>(`${path}/failing`, { signal }),
    refetchInterval: POLL_MS,
  });
  const retry = useMutation({
    mutationFn: () => callMerchants(`${path}/retry`, { method: 'POST' }),
    onSuccess: () => done(own.retried),
  });
  if (failing.length === 0) return null;
  return (
    <section>
      <div className="row-actions">
        <h3>{`${own.failing}: ${countText(failing.length)}`}</h3>
        <Button text={own.retry} subject={url} disabled={retry.isPending} onPress={() => retry.mutate()} />
      </div>
      {retry.error && <ErrorText error={retry.error} />}
      <ul className="lines">
        {failing.map((delivery) => (
          <DeliveryLine key={delivery.eventID} {...delivery} />
        ))}
      </ul>
    </section>
  );
}
