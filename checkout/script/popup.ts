import type { Session } from './session';
import type { Texts } from './texts';
import { showWaitingDialog } from './waiting-dialog';

const LOOK_EVERY_MS = 500;
const [WIDTH, HEIGHT] = [480, 780];

/**
 * Opens a window for the session. Whether it is still there is only seen by looking; where it seems gone and was not heard of, or
 * has gone to a bank, it may as well have been cut off by somebody's COOP: then the payer says when it is over.
 */
export function openPopup(input: {
  session: Session;
  texts: Texts & { language: string };
  theme: string;
  /** Where no window can be had at all. */
  goInstead: () => void;
}): { focus: () => void } {
  const { session } = input;
  const open = () => window.open(session.address('popup'), '_blank', features());
  let popup = open();
  let isAway = false;
  let wasClosed = false;
  const goOn = (): void => {
    if (popup && !popup.closed) return popup.focus();
    popup = open();
    if (!popup) return input.goInstead();
    wasClosed = isAway = false;
    dialog.say('open');
  };
  const dialog = showWaitingDialog({ ...input, goOn, leave: () => session.end() });
  if (!popup) dialog.say('blocked');
  const timer = setInterval(() => {
    if (!popup?.closed) return void (wasClosed = false);
    // Looked at twice: what the page said last is heard in between.
    if (!wasClosed) return void (wasClosed = true);
    if (session.hasHeard() && !isAway) session.end();
    else dialog.say('lost');
  }, LOOK_EVERY_MS);
  session.listen({
    window: () => popup,
    heard: ({ type }) => {
      if (type === 'ready') {
        isAway = false;
        dialog.say('open');
      }
      if (type === 'leaving') isAway = true;
      // The payer may look at his receipt while the shop's page is used again.
      if (type === 'finished') dialog.close();
    },
    remove: () => {
      clearInterval(timer);
      popup?.close();
      dialog.close();
    },
  });
  return { focus: goOn };
}

/** In the middle of the shop's window; on phones it becomes a tab. */
function features(): string {
  const left = Math.max(0, screenX + (outerWidth - WIDTH) / 2);
  const top = Math.max(0, screenY + (outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`;
}
