import type { ConnectorNotice } from '../../domain/payments/connector-notice/connector-notice';
import { currencyExponent } from '../../domain/platform/currency/currency';
import type { CallbackPage, CallbackReader, PageLanguage } from '../callback';
import { leadTo, payerPage, quote } from '../payer-page';
import { readReturnedOperation } from '../return-url';
import { attemptNotice, readPage, RETURNED, type PageState } from './page-notices';

const LIFETIME_MS = 24 * 3_600_000;

export interface CardPageAccess {
  secretKey: string;
  publishableKey: string | undefined;
  /** The address of Stripe's API. */
  url: string;
}

/** Serves the page with Stripe's Element, and takes the ids of the cards that it creates. */
export function createCardPage(access: CardPageAccess): NonNullable<CallbackReader['visit']> {
  return async ({ query, form, notices: book, language }) => {
    const operationID = readReturnedOperation(query, [Buffer.from(access.secretKey)]);
    if (operationID === undefined) return undefined;
    const hasReturned = query.has(RETURNED);
    // Stripe adds parameters to the address that payers come back to.
    for (const name of [...query.keys()]) if (!OWN.has(name)) query.delete(name);
    const own = `?${query.toString()}`;
    const state = await readPage(book, operationID);
    const { page } = state;
    const isClosed = !page || state.isClosed || ageOf(page) > LIFETIME_MS;
    if (form || hasReturned) {
      const taken = form ? takeCard(form, state, operationID) : takeReturn(state, operationID);
      // Not a redirect to the shop, which the page’s policy forbids for forms.
      return { operationID, notices: isClosed ? [] : taken, page: leadTo(own, { language, afterMs: 0 }) };
    }
    if (isClosed) return { operationID, notices: [], page: undefined };
    return { operationID, notices: askAgain(state), page: pageOf({ ...state, page, own, language, access }) };
  };
}

const OWN: ReadonlySet<string> = new Set(['operation', 'signature']);

/** A card is taken once for each attempt, and none while the one before it is undecided. */
function takeCard(form: URLSearchParams, { attempt, card }: PageState, operationID: string): ConnectorNotice[] {
  const paymentMethod = form.get('paymentMethod') ?? '';
  const isNext = form.get('attempt') === String(attempt) && card === undefined;
  return isNext && /^pm_\w{1,100}$/.test(paymentMethod)
    ? [attemptNotice('card', { operationID, attempt }, { paymentMethod })]
    : [];
}

function takeReturn({ attempt, bankUrl, hasReturned }: PageState, operationID: string): ConnectorNotice[] {
  return bankUrl !== undefined && !hasReturned ? [attemptNotice('returned', { operationID, attempt })] : [];
}

/** The look-up that a card has caused may have failed, so a waiting page causes others, ever more seldom. */
function askAgain({ card, bankUrl, hasReturned }: PageState): ConnectorNotice[] {
  return card && (bankUrl === undefined || hasReturned) && ageOf(card) > LATE_MS ? [card] : [];
}

const LATE_MS = 10_000;
const ageOf = ({ statedAt }: ConnectorNotice): number => Date.now() - statedAt.getTime();

type Shown = PageState & { page: ConnectorNotice; own: string; language: PageLanguage; access: CardPageAccess };

function pageOf(shown: Shown): CallbackPage {
  const { card, bankUrl, hasReturned, own, language } = shown;
  if (card === undefined) return formPage(shown);
  if (bankUrl !== undefined && !hasReturned) return leadTo(bankUrl, { language, afterMs: 0 });
  return leadTo(own, { language, afterMs: Math.max(1_500, ageOf(card) / 2) });
}

const TEXTS = {
  ru: {
    title: 'Оплата картой',
    card: 'Карта',
    pay: 'Оплатить',
    declined: 'Эта карта не подошла, деньги не списаны. Попробуйте другую карту.',
    failed: 'Форма карты не загрузилась. Проверьте соединение, отключите блокировщик рекламы и обновите страницу.',
    noScript: 'Чтобы заплатить картой, включите JavaScript и обновите страницу.',
  },
  en: {
    title: 'Pay by card',
    card: 'Card',
    pay: 'Pay',
    declined: 'This card did not work, and nothing was charged. Try another card.',
    failed: 'The card form did not load. Check the connection, turn off ad blockers and reload the page.',
    noScript: 'To pay by card, turn on JavaScript and reload the page.',
  },
} as const;

const STYLE =
  'body{margin:0 auto;max-width:28rem;padding:1.5rem 1rem;font:1rem/1.5 sans-serif;color:#1a1a1a;background:#fff}' +
  'h1{font-size:1.5rem;margin:0}p{margin:.5rem 0;overflow-wrap:anywhere}.amount{font-size:1.5rem}' +
  '#card{margin:1rem 0;padding:.875rem .75rem;min-height:1.25rem;border:1px solid #767676;border-radius:.5rem}' +
  '#card iframe{width:100%;border:0}#message{color:#b00020;min-height:1.5rem}' +
  'button{width:100%;min-height:3rem;border:0;border-radius:.5rem;font:inherit;color:#fff;background:#1f5fd6}' +
  'button:disabled{background:#6b6b6b}';

/** Stripe's own script, and the Element, in the place of the card. What it cannot do is said. */
const SCRIPT = `{
const {dataset:data}=document.body,form=document.forms[0],button=form.querySelector('button');
const message=document.getElementById('message'),say=(text)=>{message.textContent=text};
const late=setTimeout(()=>say(data.failed),15000),loader=document.createElement('script');
const fail=()=>{clearTimeout(late);say(data.failed)};
loader.src=data.script;loader.onerror=fail;
loader.onload=()=>{
const stripe=Stripe(data.key,{locale:document.documentElement.lang});
const card=stripe.elements().create('card',{style:{base:{fontSize:'16px'}}});
card.on('ready',()=>{clearTimeout(late);if(message.textContent===data.failed)say('');button.disabled=false});
card.on('change',({error})=>say(error?error.message:''));
card.mount('#card');
form.onsubmit=async(event)=>{
event.preventDefault();button.disabled=true;say('');
const {paymentMethod,error}=await stripe.createPaymentMethod({type:'card',card}).catch(()=>({error:{message:data.failed}}));
if(error){say(error.message);button.disabled=false;return}
form.elements.paymentMethod.value=paymentMethod.id;form.submit()}};
document.head.append(loader)}`;

function formPage({ page, attempt, language, access: { publishableKey = '', url } }: Shown): CallbackPage {
  const { title, card, pay, declined, failed, noScript } = TEXTS[language];
  const { merchantName = '', description = '' } = page.details;
  const isStripe = new URL(url).origin === STRIPE_API;
  const script = isStripe ? STRIPE_SCRIPT : new URL(STRIPE_SCRIPT.pathname, url);
  const data = { key: publishableKey, script: script.href, failed };
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${quote(value)}"`);
  const body =
    `<body${attributes.join('')}><main><h1>${title}</h1><p class="amount">${formatAmount(page, language)}</p>` +
    `<p>${quote([merchantName, description].filter(Boolean).join('. '))}</p>` +
    `<form method="post"><input type="hidden" name="paymentMethod"><input type="hidden" name="attempt" value="${attempt}">` +
    `<div id="card" role="group" aria-label="${card}"></div><p id="message" role="alert">${attempt > 1 ? declined : ''}</p>` +
    `<button disabled>${pay}</button></form><noscript><p>${noScript}</p></noscript></main>`;
  const frames = isStripe ? 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com' : script.origin;
  const policy = [
    `frame-src ${frames}`,
    `connect-src ${new URL(url).origin}`,
    // Stripe’s script sets the style of its own elements.
    "style-src-attr 'unsafe-inline'",
    ...["form-action 'self'", "frame-ancestors 'none'"],
  ];
  return payerPage({ language, title, body, style: STYLE, script: SCRIPT, scripts: script.origin, policy });
}

export const STRIPE_API = 'https://api.stripe.com';
const STRIPE_SCRIPT = new URL('https://js.stripe.com/v3/');

function formatAmount({ amount = 0n, currency = '' }: ConnectorNotice, language: PageLanguage): string {
  const value = Number(amount) / 10 ** currencyExponent(currency);
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(value);
}
