import { createHash } from 'node:crypto';
import type { CallbackPage, CallbackReader, PayerVisit } from '../callback';
import { ownNotice, readStatements, type OwnEvent, type Statements } from './adyen-notices';
import { readBankForm, toBase64Json, tooLate } from './native-three-d-secure';
import { buildReturnUrl, readReturnedOperation } from './return-url';

/** EMV 3-D Secure: the longest address that a bank answers to; and the time for a fingerprint. */
const MAX_ADDRESS = 256;
const FINGERPRINT_MS = 10_000;

/** The query parameter of the page, and its values. */
const STEP = 'threeDS';
const PAGE = 'page';
const LATE = 'late';

/** The address of the page that leads a payer through native 3-D Secure; undefined if banks would not take it. */
export function buildPageUrl(callbackUrl: string, operationID: string, hmacKey: Buffer): string | undefined {
  const url = `${buildReturnUrl(callbackUrl, operationID, hmacKey)}&${STEP}=${PAGE}`;
  return url.length <= MAX_ADDRESS && new URL(url).origin.length <= 80 ? url : undefined;
}

/** Events after which the payer has nothing to do here. */
const ENDS: readonly OwnEvent[] = ['authenticated', 'challenged', 'returned', 'blocked'];

/** Serves that page, and takes the forms that banks let the payer’s browser post to it. */
export function createPayerPages(keys: readonly Buffer[]): NonNullable<CallbackReader['visit']> {
  return async ({ query, form, notices }): Promise<PayerVisit | undefined> => {
    const step = query.get(STEP);
    const operationID = step === null ? undefined : readReturnedOperation(query, keys);
    if (operationID === undefined) return undefined;
    const statements = await readStatements(notices, { kind: 'authorise', operationID });
    const { own, reference } = statements;
    const addressAt = (value: string) => `?${new URLSearchParams([...query, [STEP, value]]).toString()}`;
    query.delete(STEP);
    const stated = form ? readBankForm(form, own) : step === LATE ? tooLate(own) : undefined;
    const kept = stated ? [ownNotice(stated.event, { reference, details: stated.details })] : [];
    if (form) return { operationID, notices: kept, page: stated ? goOn(addressAt(PAGE)) : lost(addressAt(PAGE)) };
    const shown = stated ? wait(addressAt(PAGE)) : pageOf(statements, addressAt);
    return { operationID, notices: kept, page: shown };
  };
}

/** Undefined: the payer goes back to the shop. */
function pageOf(
  { own, authorised, refused }: Statements,
  addressAt: (step: string) => string,
): CallbackPage | undefined {
  if (authorised || refused || ENDS.some((event) => own(event))) return undefined;
  const challenge = own('challenge')?.details;
  if (challenge) return challengePage(challenge);
  if (own('fingerprinted')) return wait(addressAt(PAGE));
  const fingerprint = own('fingerprint')?.details;
  return fingerprint && fingerprintPage(fingerprint, addressAt(LATE));
}

function fingerprintPage(
  { url = '', server, page: own }: Readonly<Record<string, string>>,
  late: string,
): CallbackPage {
  const methodData = { threeDSServerTransID: server, threeDSMethodNotificationURL: own };
  return frame({ url, fields: { threeDSMethodData: toBase64Json(methodData, 'base64url') }, late });
}

function challengePage({ url = '', server, acs, version }: Readonly<Record<string, string>>): CallbackPage {
  const response = { threeDSServerTransID: server, acsTransID: acs, messageVersion: version };
  const creq = toBase64Json({ ...response, messageType: 'CReq', challengeWindowSize: '05' }, 'base64url');
  return frame({ url, fields: { creq } });
}

const STYLE =
  'body{margin:0;font:1rem sans-serif}p{margin:20vh 1rem 1rem;text-align:center}' +
  'iframe{display:block;border:0;width:100%;height:100vh;height:100dvh}[hidden]{display:none}';
const SUBMIT =
  'const form=document.forms[0];form.submit();' +
  `if(form.dataset.late)setTimeout(()=>location.replace(form.dataset.late),${FINGERPRINT_MS})`;
const GO_ON = 'parent.location.replace(document.body.dataset.next)';
const RELOAD = 'setTimeout(()=>location.replace(document.body.dataset.next),1500)';
const WAITING = '<p>Банк проверяет платёж…</p>';

interface BankFrame {
  url: string;
  fields: Readonly<Record<string, string>>;
  /** Of a hidden frame: where the page goes if the bank does not answer. */
  late?: string;
}

function frame({ url, fields, late }: BankFrame): CallbackPage {
  const isHidden = late !== undefined;
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const lateAttribute = isHidden ? ` data-late="${quote(late)}"` : '';
  const form = `<form method="post" action="${quote(url)}" target="bank"${lateAttribute}>`;
  const noScript = `<noscript>${isHidden ? link(late) : '<button>Продолжить</button>'}</noscript>`;
  const body = `<iframe name="bank" title="Банк"${isHidden ? ' hidden' : ''}></iframe>${form}${inputs.join('')}${noScript}</form>`;
  return page(`<body>${isHidden ? WAITING : ''}${body}`, SUBMIT);
}

const link = (next: string) => `<p><a href="${quote(next)}" target="_parent">Продолжить</a></p>`;
const leadTo = (next: string) => `<body data-next="${quote(next)}"><noscript>${link(next)}</noscript>`;
/** In the bank's frame: the page around it continues, */
const goOn = (next: string) => page(leadTo(next), GO_ON);
/** or the payer begins the step again after a form that is not about it. */
const lost = (next: string) => page(`<body>${link(next)}`);
const wait = (next: string) => page(`${leadTo(next)}${WAITING}`, RELOAD);

function page(body: string, script = ''): CallbackPage {
  const html =
    '<!doctype html><html lang="ru"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>Подтверждение</title><style>${STYLE}</style>${body}<script>${script}</script></html>`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(STYLE)}`,
    ...["frame-src https: 'self'", "form-action https: 'self'", "base-uri 'none'"],
  ];
  return { html, policy: policy.join('; ') };
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function quote(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
