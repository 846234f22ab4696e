import { demoInvoice } from '../server/demo-invoice';
import { getLatest, readTab, remember, rememberedKey, rememberKey, writeTab } from './memory';
import { randomHex, send, takeDemoKey, type SendOutcome } from './send';

export interface QuickStartSettings {
  apiUrl: string;
  checkoutUrl: string;
  inboxes: string;
  demoKey?: string;
}

type Contract = { paymentInstitutionID: string };

interface Message {
  signature: string;
  body: string;
}

const PLACE = 'quick-start';
const API = 'payments';
const POLL_MS = 1_500;
const EVENT_TYPES = ['PaymentProcessed', 'PaymentCaptured', 'PaymentFailed', 'InvoicePaid'];

/** Runs the steps of the quick start: the reader's own key, a payment link, the webhooks of it with checked signatures, the capture. */
export function openQuickStart(settings: QuickStartSettings): void {
  new QuickStart(settings).open();
}

/** What the reader made, kept in the tab so that a reload of the page loses nothing. */
interface Made {
  invoiceID?: string;
  webhook?: { id: string; publicKey: string; inbox: string; shopID: string };
}

class QuickStart {
  private made: Made = readTab<Made>(PLACE) ?? {};
  private shown = 0;

  constructor(private readonly settings: QuickStartSettings) {}

  open(): void {
    const { key, shop } = this.inputs;
    // What was typed while the script loaded stays.
    key.value ||= rememberedKey();
    shop.value ||= getLatest(API)['HOLDFAST_SHOP_ID'] ?? '';
    for (const input of [key, shop]) input.addEventListener('input', () => this.keepValues());
    if (key.value || shop.value) this.keepValues();
    if (this.made.webhook) void this.poll();
    else this.say('events', 'Событий пока нет: они придут после шага 2.');
    const demo = this.button('demo');
    if (this.settings.demoKey) demo.addEventListener('click', () => void this.takeKey());
    else demo.remove();
    for (const [name, act] of [
      ['link', () => this.createLink()],
      ['capture', () => this.capture()],
      ['forget', () => this.forget()],
    ] as const)
      this.button(name).addEventListener('click', ({ currentTarget }) => {
        const button = currentTarget as HTMLButtonElement;
        button.disabled = true;
        void act().finally(() => (button.disabled = false));
      });
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-quick-start] button'))
      button.disabled = false;
  }

  private async takeKey(): Promise<void> {
    const demo = await takeDemoKey(this.settings.demoKey ?? '');
    if (!demo) return this.say('key', 'Сайт не выдал ключ. Он выдаёт его только браузеру на том же компьютере.');
    [this.inputs.key.value, this.inputs.shop.value] = [demo.apiKey, demo.shopID];
    this.keepValues();
    this.say('key', 'Ключ и магазин подставлены: в примере ниже они тоже стоят.');
  }

  private keepValues(): void {
    const { key, shop } = this.inputs;
    rememberKey(key.value.trim());
    remember(API, { HOLDFAST_SHOP_ID: shop.value.trim() });
    this.showValues();
  }

  /** Writes the reader's values into the block that exports them, so that its copy runs as it is. */
  private showValues(): void {
    const { key, shop } = this.inputs;
    if (!key.value || !shop.value) return;
    fillCode('export HOLDFAST_API_KEY=', [
      `export HOLDFAST_API_URL=${quote(this.settings.apiUrl)}`,
      `export HOLDFAST_API_KEY=${quote(key.value.trim())}`,
      `export HOLDFAST_SHOP_ID=${quote(shop.value.trim())}`,
      `export HOLDFAST_CHECKOUT_URL=${quote(this.settings.checkoutUrl)}`,
    ]);
  }

  private async createLink(): Promise<void> {
    const shopID = this.inputs.shop.value.trim();
    if (!rememberedKey() || !shopID) return this.say('link', 'Сначала укажите ключ и магазин: шаг 1.');
    this.say('link', 'Создаём инвойс…');
    if (!(await this.isTestShop(shopID))) return;
    if (this.made.webhook?.shopID !== shopID) await this.subscribe(shopID);
    const created = await this.call<{ invoice: { id: string }; invoiceAccessToken: { payload: string } }>(
      'link',
      'POST /invoices',
      { ...demoInvoice(shopID), externalID: `quick-start-${randomHex(6)}` },
    );
    if (!created) return;
    this.keep({ ...this.made, invoiceID: created.invoice.id });
    const fragment = new URLSearchParams({
      invoiceID: created.invoice.id,
      invoiceAccessToken: created.invoiceAccessToken.payload,
      paymentFlowHold: 'true',
    });
    const link = document.createElement('a');
    link.className = 'button primary';
    link.href = `${this.settings.checkoutUrl}/pay#${fragment}`;
    link.target = '_blank';
    link.rel = 'noopener';
    link.textContent = 'Открыть страницу оплаты';
    this.place('link').querySelector('a')?.remove();
    this.button('link').after(link);
    this.say('link', 'Ссылка готова. Заплатите картой 4242 4242 4242 4242 с любыми сроком и CVV.');
    link.focus();
  }

  /** Messages about a live shop's payments must not leave for the site. */
  private async isTestShop(shopID: string): Promise<boolean> {
    const shop = await this.call<{ contractID: string }>('link', `GET /shops/${encodeURIComponent(shopID)}`);
    const contract = shop && (await this.call<Contract>('link', `GET /contracts/${shop.contractID}`));
    const institutions =
      contract && (await this.call<{ id: string }[]>('link', 'GET /payment-institutions?realm=test'));
    if (!institutions) return false;
    const isTest = institutions.some(({ id }) => id === contract.paymentInstitutionID);
    if (!isTest)
      this.say('link', 'Это боевой магазин. Возьмите тестовый: сообщения о настоящих платежах сайту не нужны.');
    return isTest;
  }

  /** Subscribes this page's own address; without it the payment works, and no message arrives. */
  private async subscribe(shopID: string): Promise<void> {
    const { inboxes } = this.settings;
    const opened = await fetch(inboxes, { method: 'POST', headers: { 'X-Quick-Start': '1' } }).catch(() => undefined);
    if (!opened?.ok) return this.say('events', 'Сайт не может принять вебхуки. Попробуйте через минуту.');
    const inbox = `${inboxes}/${((await opened.json()) as { id: string }).id}`;
    const created = await this.call<{ id: string; publicKey: string }>('events', 'POST /webhooks', {
      url: new URL(inbox, location.href).href,
      scope: { topic: 'InvoicesTopic', shopID, eventTypes: EVENT_TYPES },
    });
    if (!created) return;
    this.keep({ ...this.made, webhook: { id: created.id, publicKey: created.publicKey, inbox, shopID } });
    this.shown = 0;
    void this.poll();
  }

  private async poll(): Promise<void> {
    const { webhook } = this.made;
    this.say('events', 'Вебхук создан, ждём оплаты…');
    while (webhook && webhook === this.made.webhook && document.querySelector('[data-quick-start]')) {
      const answer = document.hidden ? undefined : await fetch(webhook.inbox).catch(() => undefined);
      if (answer?.status === 404) return this.say('events', 'Прошёл час: удалите вебхук (шаг 4) и начните снова.');
      const { messages = [] } = answer?.ok ? ((await answer.json()) as { messages: Message[] }) : {};
      for (const message of messages.slice(this.shown)) await this.show(message, webhook.publicKey);
      this.shown = Math.max(this.shown, messages.length);
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  }

  private async show({ signature, body }: Message, publicKey: string): Promise<void> {
    const line = document.createElement('li');
    const isSigned = await isSignedBy(publicKey, { signature, body });
    line.textContent = `${readEventType(body)} – ${isSigned ? 'подпись верна' : 'подпись неверна'}`;
    this.place('events').querySelector('ol')?.append(line);
    this.say('events', '');
    fillCode('export CONTENT_SIGNATURE=', [
      `export CONTENT_SIGNATURE=${quote(signature)}`,
      `export WEBHOOK_PUBLIC_KEY=${quote(publicKey.trim())}`,
      `printf '%s' ${quote(body)} > body.json`,
    ]);
  }

  private async capture(): Promise<void> {
    const { invoiceID } = this.made;
    if (!invoiceID) return this.say('capture', 'Сначала создайте ссылку и заплатите: шаг 2.');
    const invoice = `/invoices/${invoiceID}`;
    const payments = await this.call<{ id: string; status: string }[]>('capture', `GET ${invoice}/payments`);
    if (!payments) return;
    if (payments.some(({ status }) => status === 'captured')) return this.say('capture', 'Платёж уже списан.');
    const held = payments.find(({ status }) => status === 'processed');
    if (!held) return this.say('capture', 'Удержанного платежа ещё нет: заплатите по ссылке.');
    const isSent = await this.call('capture', `POST ${invoice}/payments/${held.id}/capture`, {
      reason: 'Быстрый старт',
    });
    if (isSent !== undefined) this.say('capture', 'Списание принято: событие PaymentCaptured придёт в шаг 3.');
  }

  private async forget(): Promise<void> {
    const { webhook, ...rest } = this.made;
    if (!webhook) return this.say('capture', 'Вебхука этой страницы нет.');
    if ((await this.call('capture', `DELETE /webhooks/${webhook.id}`)) === undefined) return;
    this.keep(rest);
    this.shown = 0;
    this.say('capture', 'Вебхук этой страницы удалён.');
  }

  private keep(made: Made): void {
    this.made = made;
    writeTab(PLACE, made);
  }

  /** @returns the body, or an empty object for an answer without one; undefined after an error, which the step shows */
  private async call<Body = object>(step: string, operation: string, body?: object): Promise<Body | undefined> {
    const [method = '', path = ''] = operation.split(' ');
    const outcome = await send({
      url: `${this.settings.apiUrl}/v2/processing${path}`,
      method,
      credentials: rememberedKey(),
      hasRequestID: true,
      ...(body && { body: JSON.stringify(body) }),
      signal: new AbortController().signal,
    });
    if ('answer' in outcome && outcome.answer.status < 300) return (outcome.answer.json ?? {}) as Body;
    return void this.say(step, describeFailure(outcome));
  }

  private get inputs() {
    const [key, shop] = this.place('key').querySelectorAll('input');
    if (!key || !shop) throw new Error('the step of the key has no inputs');
    return { key, shop };
  }

  private place(step: string): HTMLElement {
    const place = document.querySelector<HTMLElement>(`[data-quick-start="${step}"]`);
    if (!place) throw new Error(`the page has no step ${step}`);
    return place;
  }

  private button(name: string): HTMLButtonElement {
    const button = document.querySelector<HTMLButtonElement>(`[data-quick-start] button[value="${name}"]`);
    if (!button) throw new Error(`the page has no button ${name}`);
    return button;
  }

  private say(step: string, text: string): void {
    const status = this.place(step).querySelector('[role=status]');
    if (status) status.textContent = text;
  }
}

function describeFailure(outcome: SendOutcome): string {
  if ('failure' in outcome) return 'API не отвечает. Проверьте адрес и попробуйте снова.';
  const { status, text } = outcome.answer;
  return status === 401 ? 'Ключ не подошёл (401): проверьте его в шаге 1.' : `Ответ ${status}: ${text}`;
}

function readEventType(body: string): string {
  try {
    return (JSON.parse(body) as { eventType: string }).eventType;
  } catch {
    return 'сообщение не разобрано';
  }
}

async function isSignedBy(publicKey: string, { signature, body }: Message): Promise<boolean> {
  const digest = /^alg=RS256;\s*digest=([\w=-]+)$/.exec(signature)?.[1];
  if (!digest) return false;
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const der = fromBase64(publicKey.replace(/-----[^-]+-----|\s/g, ''));
  const key = await crypto.subtle.importKey('spki', der, algorithm, false, ['verify']);
  const bytes = fromBase64(digest.replaceAll('-', '+').replaceAll('_', '/'));
  return crypto.subtle.verify(algorithm.name, key, bytes, new TextEncoder().encode(body));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Replaces the code of the block that begins with `start`. */
function fillCode(start: string, lines: readonly string[]): void {
  const blocks = [...document.querySelectorAll('.prose pre code')];
  const block = blocks.find(({ textContent }) => textContent?.includes(start));
  if (block) block.textContent = lines.join('\n');
}
