import { adopt, DIALOG_STYLE } from './styles';
import type { ScriptTexts } from './texts';

export type DialogState = 'open' | 'blocked' | 'lost';

export interface WaitingDialog {
  say: (state: DialogState) => void;
  close: () => void;
}

/** Shows a modal dialog; the page behind does not scroll, and the focus returns to its place afterwards. */
export function showWaitingDialog(input: {
  texts: ScriptTexts & { language: string };
  theme: string;
  resume: () => void;
  /** Ends the payment; Escape has the same effect. */
  leave: () => void;
}): WaitingDialog {
  const { texts, theme } = input;
  const host = document.createElement('holdfast-checkout');
  const root = host.attachShadow({ mode: 'open' });
  adopt(DIALOG_STYLE, root);
  const dialog = document.createElement('dialog');
  const title = document.createElement('h2');
  const text = document.createElement('p');
  const resume = document.createElement('button');
  const leave = document.createElement('button');
  title.id = 't';
  text.id = 'd';
  dialog.lang = texts.language;
  dialog.dataset['theme'] = theme;
  dialog.setAttribute('aria-labelledby', 't');
  dialog.setAttribute('aria-describedby', 'd');
  // The text changes while the dialog is open.
  title.setAttribute('aria-live', 'polite');
  resume.onclick = input.resume;
  leave.onclick = input.leave;
  dialog.oncancel = (event) => {
    event.preventDefault();
    input.leave();
  };
  dialog.append(title, text, resume, leave);
  root.append(dialog);
  document.body.append(host);
  const unlock = lockScrolling();
  const say = (state: DialogState): void => {
    [title.textContent, text.textContent] = texts[state];
    resume.textContent = state === 'open' ? texts.back : texts.openWindow;
    leave.textContent = state === 'lost' ? texts.done : texts.cancel;
  };
  say('open');
  dialog.showModal?.();
  return {
    say,
    close: () => {
      if (!host.isConnected) return;
      // Gives the focus back.
      dialog.close?.();
      host.remove();
      unlock();
    },
  };
}

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
