import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAnnounce } from '../../parts/announcements';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { PageTitle, Status } from '../../parts/pieces';
import { Empty, QueryState } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { deleteOwnWebhook, useOwnWebhooks, type OwnWebhook } from './own-webhooks';

const CreateDialog = lazyDialog(async () => (await import('./create-webhook')).CreateWebhookDialog);
const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog')).ConfirmDialog);

/** A merchant's webhooks; its key needs the scope `webhooks` to change them, which the API checks. */
export function OwnWebhooks(): ReactNode {
  const { own } = useTexts();
  const query = useOwnWebhooks();
  const { webhooks = [], identities = [] } = query.data ?? {};
  return (
    <>
      <PageTitle title={own.webhooks}>
        {query.data && (
          <DialogButton text={own.create} className="button primary">
            {(onClose) => <CreateDialog {...{ identities, onClose }} />}
          </DialogButton>
        )}
      </PageTitle>
      <p className="help">{own.attemptsHelp}</p>
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
  const client = useQueryClient();
  const announce = useAnnounce();
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
      <DialogButton
        text={
          <>
            {own.remove}
            <span className="visually-hidden">{` ${url}`}</span>
          </>
        }
      >
        {(onClose) => (
          <ConfirmDialog
            {...{ title: own.removeTitle(url), help: own.removeHelp, submit: own.remove, onSubmit: remove, onClose }}
          />
        )}
      </DialogButton>
    </li>
  );
}
