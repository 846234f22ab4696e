import type { ReactNode } from 'react';
import { callOperators } from '../../api/client';
import { ReasonButton, useDone, useRefresh } from '../../parts/actions';
import { useAnnounce } from '../../parts/announcements';
import { Button } from '../../parts/button';
import { DialogButton, lazyDialog } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { errorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { webhookState, type ShownWebhook } from './webhooks';

const ReplayDialog = lazyDialog(async () => (await import('./replay-dialog')).ReplayDialog);

const OVERLAP_SECONDS = 86_400;

export function WebhookActions({ webhook }: { webhook: ShownWebhook }): ReactNode {
  const { webhooks } = useTexts();
  const { has } = useSession();
  const done = useDone();
  if (!has('support') || webhook.isDeleted) return null;
  const path = `/webhooks/${encodeURIComponent(webhook.webhookID)}`;
  const rotate = async (reason: string): Promise<void> => {
    const body = { reason, overlapSeconds: OVERLAP_SECONDS };
    await callOperators(`${path}/rotate-key`, { method: 'POST', body });
    await done();
  };
  return (
    <div className="row-actions">
      {webhookState(webhook) === 'paused' ? (
        <ActionAtOnce name="resume" path={path} />
      ) : (
        <ReasonButton text={webhooks.pause} help={webhooks.pauseHelp} onSubmit={`${path}/pause`} />
      )}
      {webhook.troubledCount > 0 && <ActionAtOnce name="retry" path={path} />}
      <DialogButton text={webhooks.replay}>
        {(onClose) => <ReplayDialog webhookID={webhook.webhookID} onClose={onClose} />}
      </DialogButton>
      <ReasonButton text={webhooks.rotate} help={webhooks.rotateHelp} onSubmit={rotate} />
    </div>
  );
}

/** What changes nothing that needs a reason. */
function ActionAtOnce({ name, path }: { name: 'resume' | 'retry'; path: string }): ReactNode {
  const texts = useTexts();
  const announce = useAnnounce();
  const refresh = useRefresh();
  const act = async (): Promise<void> => {
    const call = callOperators(`${path}/${name}`, { method: 'POST', body: {} });
    announce(await call.then(() => texts.common.done).catch((error: unknown) => errorText(error, texts)));
    await refresh();
  };
  return <Button text={texts.webhooks[name]} className="button primary" onPress={act} />;
}
