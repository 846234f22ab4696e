import type { CallbackPage, CallbackReader, PageLanguage, PayerVisit } from '../callback';
import { leadTo, linkTo, note, payerPage, quote, TEXTS } from '../payer-page';
import { ownNotice, readStatements, type OwnEvent, type Statements } from './adyen-notices';
import { readBankForm, toBase64Json, tooLate } from './native-three-d-secure';
import { buildReturnUrl, readReturnedOperation } from '../return-url';

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
  return async ({ query, form, notices, language }): Promise<PayerVisit | undefined> => {
    const step = query.get(STEP);
    const operationID = step === null ? undefined : readReturnedOperation(query, keys);
    if (operationID === undefined) return undefined;
    const statements = await readStatements(notices, { kind: 'authorise', operationID });
    const { own, reference } = statements;
    const addressAt = (value: string) => `?${new URLSearchParams([...query, [STEP, value]]).toString()}`;
    query.delete(STEP);
    const stated = form ? readBankForm(form, own) : step === LATE ? tooLate(own) : undefined;
    const kept = stated ? [ownNotice(stated.event, { reference, details: stated.details })] : [];
    const shown = { addressAt, language };
    if (form) return { operationID, notices: kept, page: stated ? goOn(shown) : lost(shown) };
    return { operationID, notices: kept, page: stated ? wait(shown) : pageOf(statements, shown) };
  };
}

interface Shown {
  addressAt: (step: string) => string;
  language: PageLanguage;
}

/** Undefined: the payer goes back to the shop. */
function pageOf({ own, authorised, refused }: Statements, shown: Shown): CallbackPage | undefined {
  if (authorised || refused || ENDS.some((event) => own(event))) return undefined;
  const challenge = own('challenge')?.details;
  if (challenge) return challengePage(challenge, shown);
  if (own('fingerprinted')) return wait(shown);
  const fingerprint = own('fingerprint')?.details;
  return fingerprint && fingerprintPage(fingerprint, shown);
}

function fingerprintPage({ url = '', server, page: own }: Details, { addressAt, language }: Shown): CallbackPage {
  const methodData = { threeDSServerTransID: server, threeDSMethodNotificationURL: own };
  const fields = { threeDSMethodData: toBase64Json(methodData, 'base64url') };
  return frame({ url, fields, late: addressAt(LATE), language });
}

function challengePage({ url = '', server, acs, version }: Details, { language }: Shown): CallbackPage {
  const response = { threeDSServerTransID: server, acsTransID: acs, messageVersion: version };
  const creq = toBase64Json({ ...response, messageType: 'CReq', challengeWindowSize: '05' }, 'base64url');
  return frame({ url, fields: { creq }, language });
}

type Details = Readonly<Record<string, string>>;

const SUBMIT =
  'const form=document.forms[0];form.submit();' +
  `if(form.dataset.late)setTimeout(()=>location.replace(form.dataset.late),${FINGERPRINT_MS})`;
const BANKS = ["frame-src https: 'self'", "form-action https: 'self'"];
const GO_ON = 'parent.location.replace(document.body.dataset.next)';

interface BankFrame {
  url: string;
  fields: Details;
  /** Of a hidden frame: where the page goes if the bank does not answer. */
  late?: string;
  language: PageLanguage;
}

function frame({ url, fields, late, language }: BankFrame): CallbackPage {
  const { title, bank, checking, goOn: label } = TEXTS[language];
  const isHidden = late !== undefined;
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const lateAttribute = isHidden ? ` data-late="${quote(late)}"` : '';
  const form = `<form method="post" action="${quote(url)}" target="bank"${lateAttribute}>`;
  const noScript = `<noscript>${isHidden ? linkTo(late, language) : `<button>${label}</button>`}</noscript>`;
  const inner = `<iframe name="bank" title="${bank}"${isHidden ? ' hidden' : ''}></iframe>${form}${inputs.join('')}${noScript}</form>`;
  const body = `<body>${isHidden ? note(checking) : ''}${inner}`;
  return payerPage({ language, title, body, script: SUBMIT, policy: BANKS });
}

/** In the bank's frame: the page around it continues, */
function goOn({ addressAt, language }: Shown): CallbackPage {
  const next = addressAt(PAGE);
  const body = `<body data-next="${quote(next)}"><noscript>${linkTo(next, language)}</noscript>`;
  return payerPage({ language, title: TEXTS[language].title, body, script: GO_ON });
}

/** or the payer begins the step again after a form that is not about it. */
function lost({ addressAt, language }: Shown): CallbackPage {
  return payerPage({ language, title: TEXTS[language].title, body: `<body>${linkTo(addressAt(PAGE), language)}` });
}

const wait = ({ addressAt, language }: Shown): CallbackPage => leadTo(addressAt(PAGE), { language, afterMs: 1_500 });
