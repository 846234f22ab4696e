import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useAnnounce } from '../../parts/announcements';
import { PageTitle, Status } from '../../parts/pieces';
import { Empty, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { deleteOwnWebhook, useOwnWebhooks, type OwnWebhook } from './own-webhooks';

const CreateDialog = lazy(() => import('./create-webhook').then((module) => ({ default: module.CreateWebhookDialog })));
const ConfirmDialog = lazy(() => import('./confirm-dialog').then((module) => ({ default: module.ConfirmDialog })));

/** A merchant's webhooks; its key needs the scope `webhooks` to change them, which the API checks. */
export function OwnWebhooks(): ReactNode {
  const { own } = useTexts();
  const [isCreating, setCreating] = useState(false);
  const query = useOwnWebhooks();
  return (
    <>
      <PageTitle title={own.webhooks}>
        {query.data && (
          <button type="button" className="button primary" onClick={() => setCreating(true)}>
            {own.create}
          </button>
        )}
      </PageTitle>
      <p className="help">{own.attemptsHelp}</p>
      <QueryState query={query} rows={3} />
      {query.data?.webhooks.length === 0 && <Empty title={own.noWebhooks} help={own.noWebhooksHelp} />}
      <ul className="cards list-below">
        {query.data?.webhooks.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      {isCreating && query.data && (
        <Suspense>
          <CreateDialog identities={query.data.identities} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function WebhookCard({ webhook }: { webhook: OwnWebhook }): ReactNode {
  const { own, webhooks } = useTexts();
  const client = useQueryClient();
  const announce = useAnnounce();
  const [isRemoving, setRemoving] = useState(false);
  const { scope, active, url } = webhook;
  const remove = async (): Promise<void> => {
    await deleteOwnWebhook(webhook);
    announce(own.removed);
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
      </div>
      <button type="button" className="button" onClick={() => setRemoving(true)}>
        {own.remove}
        <span className="visually-hidden">{` ${url}`}</span>
      </button>
      {isRemoving && (
        <Suspense>
          <ConfirmDialog
            title={own.removeTitle(url)}
            help={own.removeHelp}
            submit={own.remove}
            onSubmit={remove}
            onClose={() => setRemoving(false)}
          />
        </Suspense>
      )}
    </li>
  );
}
