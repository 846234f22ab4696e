import { enhanceCode } from './code';

type Mode = 'popup' | 'inline';

/** The used part of checkout.js. */
interface CheckoutScript {
  configure: (options: Record<string, unknown>) => { open: () => void; close: () => void };
}

/** Lets a reader pay a sandbox invoice in the guide and shows the events that the shop receives. */
export function startCheckoutDemo(): void {
  const demo = document.querySelector<HTMLElement>('[data-checkout-demo]:not([hidden])');
  if (!demo) return;
  for (const button of demo.querySelectorAll<HTMLButtonElement>('button[value]:disabled')) {
    button.disabled = false;
    button.addEventListener('click', () => void pay(demo, button.value as Mode));
  }
}

let current: { close: () => void } | undefined;

async function pay(demo: HTMLElement, mode: Mode): Promise<void> {
  const { HoldfastCheckout } = window as { HoldfastCheckout?: CheckoutScript };
  const status = demo.querySelector('[role=status]');
  const say = (text: string) => status && (status.textContent = text);
  if (!HoldfastCheckout) return void say('Скрипт формы не загрузился. Обновите страницу.');
  current?.close();
  say('Создаём инвойс…');
  const invoice = await createInvoice(demo.dataset['checkoutDemo'] ?? '');
  if (!invoice) return void say('Песочница не ответила. Попробуйте чуть позже.');
  say('');
  const events = demo.querySelector('.demo-events');
  events?.replaceChildren();
  const reported = (name: string) => (what?: object) => {
    const line = document.createElement('li');
    line.textContent = `${name}(${what ? JSON.stringify(what) : ''})`;
    events?.append(line);
  };
  const callbacks = Object.fromEntries(
    ['opened', 'failed', 'finished', 'closed'].map((name) => [name, reported(name)]),
  );
  const container = mode === 'inline' ? demo.querySelector('.demo-place') : undefined;
  const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
  const checkout = HoldfastCheckout.configure({ ...invoice, ...callbacks, mode, container, theme, locale: 'ru' });
  checkout.open();
  current = checkout;
  fillTag(invoice);
}

async function createInvoice(address: string): Promise<Record<string, string> | undefined> {
  try {
    const answer = await fetch(address, { method: 'POST', headers: { 'X-Checkout-Demo': '1' } });
    return answer.ok ? ((await answer.json()) as Record<string, string>) : undefined;
  } catch {
    return undefined;
  }
}

/** Shows the tag of this invoice for copying. */
function fillTag({ invoiceID = '', invoiceAccessToken = '' }: Record<string, string>): void {
  const demo = document.querySelector('[data-checkout-demo]');
  const src = document.querySelector<HTMLScriptElement>('script[src$="/checkout.js"]')?.src ?? '';
  const block = demo?.querySelector('.code') ?? document.createElement('div');
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  code.textContent = `<script class="holdfast-checkout" src="${src}"
  data-invoice-id="${invoiceID}"
  data-invoice-access-token="${invoiceAccessToken}"></script>
`;
  block.className = 'code';
  pre.tabIndex = 0;
  pre.setAttribute('aria-label', 'Тег этого инвойса');
  pre.setAttribute('role', 'region');
  pre.append(code);
  block.replaceChildren(pre);
  demo?.append(block);
  if (demo) enhanceCode(demo);
}
