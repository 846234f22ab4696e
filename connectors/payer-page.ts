import { createHash } from 'node:crypto';
import type { CallbackPage, PageLanguage } from './callback';

interface PayerPage {
  language: PageLanguage;
  title: string;
  body: string;
  style?: string;
  script?: string;
  /** Scripts of others that the page may run. */
  scripts?: string;
  /** What else the page may do. */
  policy?: readonly string[];
}

const STYLE =
  'body{margin:0;font:1rem sans-serif}.note{margin:20vh 1rem 1rem;text-align:center}' +
  'iframe{display:block;border:0;width:100%;height:100vh;height:100dvh}[hidden]{display:none}';

/** A page for payers. Its policy allows its own script and style, by their hashes, and what is given. */
export function payerPage({ language, title, body, style = STYLE, script = '', ...allowed }: PayerPage): CallbackPage {
  const html =
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${quote(title)}</title><style>${style}</style>${body}<script>${script}</script></html>`;
  const policy = [
    "default-src 'none'",
    ['script-src', hashOf(script), allowed.scripts ?? []].flat().join(' '),
    `style-src ${hashOf(style)}`,
    ...["base-uri 'none'", ...(allowed.policy ?? [])],
  ];
  return { html, policy: policy.join('; ') };
}

export const TEXTS = {
  ru: { title: 'Подтверждение', bank: 'Банк', checking: 'Банк проверяет платёж…', goOn: 'Продолжить' },
  en: { title: 'Confirmation', bank: 'Bank', checking: 'The bank is checking the payment…', goOn: 'Continue' },
} as const;

const GO = '{const{next,after}=document.body.dataset;setTimeout(()=>location.replace(next),after)}';

/** Leads the payer to an address after a while, who sees that the bank is at work. */
export function leadTo(next: string, { language, afterMs }: { language: PageLanguage; afterMs: number }): CallbackPage {
  const { title, checking } = TEXTS[language];
  const body = `<body data-next="${quote(next)}" data-after="${afterMs}">${note(checking)}<noscript>${linkTo(next, language)}</noscript>`;
  return payerPage({ language, title, body, script: GO });
}

export const note = (text: string): string => `<p class="note" role="status">${text}</p>`;

/** Continues in the whole window, also from a bank's frame. */
export const linkTo = (next: string, language: PageLanguage): string =>
  `<p class="note"><a href="${quote(next)}" target="_parent">${TEXTS[language].goOn}</a></p>`;

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

export function quote(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
