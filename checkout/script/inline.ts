import type { EmbeddedSession } from './session';
import type { ScriptTexts } from './texts';

const LOADED_WITHIN_MS = 30_000;
const FIRST_HEIGHT_PX = 640;

export function openInline(input: { session: EmbeddedSession; texts: ScriptTexts; container: Element }): {
  focus: () => void;
} {
  const { session, container, texts } = input;
  const frame = document.createElement('iframe');
  frame.title = texts.frame;
  frame.allow = 'payment; clipboard-write';
  frame.referrerPolicy = 'no-referrer';
  frame.style.cssText = `display:block;width:100%;height:${FIRST_HEIGHT_PX}px;border:0;color-scheme:normal`;
  const timer = setTimeout(() => {
    if (session.isReady()) return;
    console.error('HoldfastCheckout: the frame did not load: see frame-src, CHECKOUT_FRAME_ANCESTORS');
    session.fail('checkoutUnavailable');
  }, LOADED_WITHIN_MS);
  session.listen({
    window: () => frame.contentWindow,
    onMessage: (message) => {
      if (message.type === 'resized') frame.style.height = `${Math.ceil(message.heightPx)}px`;
    },
    remove: () => {
      clearTimeout(timer);
      frame.remove();
    },
  });
  frame.src = session.address('inline');
  container.append(frame);
  return {
    focus: () => {
      frame.focus();
      session.send({ type: 'focus' });
    },
  };
}
