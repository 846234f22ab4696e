import { useState, type ReactNode } from 'react';
import { callOperators } from '../../api/client';
import { useRefresh } from '../../parts/actions';
import { useAnnounce } from '../../parts/announcements';
import { DecisionDialog, lazyDialog } from '../../parts/lazy-dialog';
import { useSession } from '../../session/session';
import { errorText } from '../../parts/states';
import { useTexts } from '../../texts/texts';
import { webhookState, type ShownWebhook } from './webhooks';

const ReplayDialog = lazyDialog(async () => (await import('./replay-dialog')).ReplayDialog);

type ActionName = 'pause' | 'resume' | 'retry' | 'rotate';

const OVERLAP_SECONDS = 86_400;

export function WebhookActions({ webhook }: { webhook: ShownWebhook }): ReactNode {
  const { webhooks } = useTexts();
  const { has } = useSession();
  const [open, setOpen] = useState<ActionName | 'replay'>();
  const act = useWebhookAction(webhook);
  if (!has('support') || webhook.isDeleted) return null;
  const state = webhookState(webhook);
  const names: (ActionName | 'replay')[] = [
    state === 'paused' ? 'resume' : 'pause',
    ...(webhook.troubledCount > 0 ? (['retry'] as const) : []),
    'replay',
    'rotate',
  ];
  const press = (name: ActionName | 'replay'): void => {
    // These two change nothing that needs a reason.
    if (name === 'resume' || name === 'retry') void act(name);
    else setOpen(name);
  };
  return (
    <div className="row-actions">
      {names.map((name) => (
        <button
          type="button"
          key={name}
          className={`button ${name === 'resume' || name === 'retry' ? 'primary' : ''}`}
          onClick={() => press(name)}
        >
          {webhooks[name]}
        </button>
      ))}
      {open === 'replay' && <ReplayDialog webhookID={webhook.webhookID} onClose={() => setOpen(undefined)} />}
      {(open === 'pause' || open === 'rotate') && (
        <DecisionDialog
          title={webhooks[open]}
          help={open === 'pause' ? webhooks.pauseHelp : webhooks.rotateHelp}
          submit={webhooks[open]}
          onClose={() => setOpen(undefined)}
          onSubmit={({ reason }) => act(open, reason, true)}
        />
      )}
    </div>
  );
}

/** Runs an action; inside of a dialog the failure is shown there. */
function useWebhookAction({ webhookID }: ShownWebhook) {
  const refresh = useRefresh();
  const announce = useAnnounce();
  const texts = useTexts();
  const { common } = texts;
  return async (name: ActionName, reason?: string, isInDialog = false): Promise<void> => {
    const paths = { pause: 'pause', resume: 'resume', retry: 'retry', rotate: 'rotate-key' };
    const bodies = { pause: { reason }, resume: {}, retry: {}, rotate: { reason, overlapSeconds: OVERLAP_SECONDS } };
    const path = `/webhooks/${encodeURIComponent(webhookID)}/${paths[name]}`;
    try {
      await callOperators(path, { method: 'POST', body: bodies[name] });
      announce(common.done);
    } catch (error) {
      if (isInDialog) throw error;
      announce(await errorText(error, texts));
    }
    await refresh();
  };
}
