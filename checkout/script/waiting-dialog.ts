import { adopt, DIALOG_STYLE } from './styles';
import type { Texts } from './texts';

/** What is said over the shop's page while the payer pays in another window. */
export type Saying = 'open' | 'blocked' | 'lost';

export interface WaitingDialog {
  say: (saying: Saying) => void;
  close: () => void;
}

/** Shows it: the page behind neither scrolls nor takes the focus, which goes back to where it was. */
export function showWaitingDialog(input: {
  texts: Texts & { language: string };
  theme: string;
  /** The payer goes to the window of the payment, be it made anew. */
  goOn: () => void;
  /** The payer has done with it; Escape says the same. */
  leave: () => void;
}): WaitingDialog {
  const { texts, theme } = input;
  const host = document.createElement('holdfast-checkout');
  const root = host.attachShadow({ mode: 'open' });
  adopt(DIALOG_STYLE, root);
  const dialog = document.createElement('dialog');
  const title = document.createElement('h2');
  const text = document.createElement('p');
  const goOn = document.createElement('button');
  const leave = document.createElement('button');
  title.id = 't';
  text.id = 'd';
  dialog.lang = texts.language;
  dialog.dataset['theme'] = theme;
  dialog.setAttribute('aria-labelledby', 't');
  dialog.setAttribute('aria-describedby', 'd');
  // What it says changes while it is open.
  title.setAttribute('aria-live', 'polite');
  goOn.onclick = input.goOn;
  leave.onclick = input.leave;
  dialog.oncancel = (event) => {
    event.preventDefault();
    input.leave();
  };
  dialog.append(title, text, goOn, leave);
  root.append(dialog);
  const focused = document.activeElement;
  document.body.append(host);
  const unlock = lockScrolling();
  const say = (saying: Saying): void => {
    [title.textContent, text.textContent] = texts[saying];
    goOn.textContent = saying === 'open' ? texts.back : texts.openWindow;
    leave.textContent = saying === 'lost' ? texts.done : texts.cancel;
  };
  say('open');
  dialog.showModal?.();
  return {
    say,
    close: () => {
      if (!host.isConnected) return;
      dialog.close?.();
      host.remove();
      unlock();
      if (focused instanceof HTMLElement) focused.focus();
    },
  };
}

/** The page keeps its width: where a scroll bar went, there stays room. */
function lockScrolling(): () => void {
  const { style, clientWidth } = document.documentElement;
  const { overflow, paddingRight } = style;
  if (innerWidth > clientWidth) style.paddingRight = `${innerWidth - clientWidth}px`;
  style.overflow = 'hidden';
  return () => {
    style.overflow = overflow;
    style.paddingRight = paddingRight;
  };
}
