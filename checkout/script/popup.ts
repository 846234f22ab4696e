import type { EmbeddedSession } from './session';
import type { ScriptTexts } from './texts';
import { showWaitingDialog } from './waiting-dialog';

const LOOK_EVERY_MS = 500;
const [WIDTH, HEIGHT] = [480, 780];

/**
 * Opens a window and polls whether it is closed. COOP of the shop or a bank makes an open window look closed, so the payer
 * confirms the end in that case.
 */
export function openPopup(input: {
  session: EmbeddedSession;
  texts: ScriptTexts & { language: string };
  theme: string;
  navigate: () => void;
}): { focus: () => void } {
  const { session } = input;
  const open = () => window.open(session.address('popup'), '_blank', features());
  let popup = open();
  let isAway = false;
  let wasClosed = false;
  const focus = (): void => {
    if (popup && !popup.closed) return popup.focus();
    popup = open();
    if (!popup) return input.navigate();
    wasClosed = isAway = false;
    dialog.say('open');
  };
  const dialog = showWaitingDialog({ ...input, resume: focus, leave: () => session.end() });
  if (!popup) dialog.say('blocked');
  const timer = setInterval(() => {
    if (!popup?.closed) return void (wasClosed = false);
    // Checked twice, so that a last message is processed first.
    if (!wasClosed) return void (wasClosed = true);
    if (session.isReady() && !isAway) session.end();
    else dialog.say('lost');
  }, LOOK_EVERY_MS);
  session.listen({
    window: () => popup,
    onMessage: ({ type }) => {
      if (type === 'ready') {
        isAway = false;
        dialog.say('open');
      }
      if (type === 'leaving') isAway = true;
      // The payer may read the receipt while the shop's page is usable again.
      if (type === 'finished') dialog.close();
    },
    remove: () => {
      clearInterval(timer);
      popup?.close();
      dialog.close();
    },
  });
  return { focus };
}

/** Centred over the shop's window; a tab on phones. */
function features(): string {
  const left = Math.max(0, screenX + (outerWidth - WIDTH) / 2);
  const top = Math.max(0, screenY + (outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`;
}
