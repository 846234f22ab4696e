import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { CardRequestRule, CardRules } from '../card-rules';
import { cutText } from '../cut-text';
import { tbankToken } from './tbank-token';

const MIN_KEY_BITS = 2_048;
/** With it the text fits into one block of a key of that size. */
const MAX_HOLDER = 45;
const FIELDS = ['PAN', 'ExpDate', 'CardHolder', 'CVV'] as const;

/** The value of the header that shows the vault the terminal and its password; the bank does not get it. */
export function tbankAuthorization({ key, password }: { key: string; password: string }): string {
  return `${key}:${password}`;
}

/** Whether a text is the bank's public key of a terminal: X.509 in Base64, RSA of 2048 bits or more. */
export function isCardKey(text: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = readKey(text);
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS;
  } catch {
    return false;
  }
}

/**
 * `CardData` is encrypted with the terminal's key and is a value of the root, so the token covers it: both are made where the card is.
 * `CardKey` is fixed for the account, and is not sent.
 */
const seal: CardRequestRule['seal'] = ({ CardData, CardKey, ...rest }, authorization) => {
  if (typeof CardKey !== 'string' || !isCardKey(CardKey)) throw new Error('the key is none of RSA with 2048 bits');
  const key = { key: readKey(CardKey), padding: constants.RSA_PKCS1_PADDING };
  const sealed = { ...rest, CardData: publicEncrypt(key, Buffer.from(toCardText(CardData))).toString('base64') };
  return { ...sealed, Token: tbankToken(sealed, authorization.slice(authorization.indexOf(':') + 1)) };
};

/** `PAN=…;ExpDate=MMYY;CardHolder=…;CVV=…`; no value can add another. */
function toCardText(given: unknown): string {
  const card = given as Record<string, unknown>;
  return FIELDS.flatMap((name) => {
    const value = card[name];
    return typeof value === 'string' ? [`${name}=${cutText(value.replace(/[;=]/g, ' '), MAX_HOLDER)}`] : [];
  }).join(';');
}

function readKey(text: string) {
  return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
}

const CARD_REQUEST: Omit<CardRequestRule, 'path'> = {
  method: 'POST',
  members: { 'CardData.PAN': 'number', 'CardData.CardHolder': 'holder', 'CardData.CVV': 'cvv' },
  answer: {
    masked: ['ACSUrl', 'MD', 'PaReq', 'ThreeDSMethodURL'],
    plain: [
      ...['TerminalKey', 'OrderId', 'PaymentId', 'Success', 'Status', 'Amount', 'ErrorCode'],
      ...['Version', 'TdsServerTransId', 'AcsTransId'],
    ],
  },
  seal,
};

interface TBankCredentials {
  terminalKey: string;
  password: string;
  cardKey?: string | undefined;
}

export const TBANK_CARDS: CardRules<TBankCredentials, { url: string }> = {
  credentialHeader: 'authorization',
  isCredentialKept: true,
  headers: ['accept', 'user-agent'],
  requests: ['/Check3dsVersion', '/FinishAuthorize'].map((path) => ({ path, ...CARD_REQUEST })),
  access: ({ credentials: { terminalKey: key, password, cardKey: CardKey }, settings }) => ({
    urls: [settings.url],
    credentials: CardKey === undefined ? [] : [tbankAuthorization({ key, password })],
    fixed: { TerminalKey: key, ...(CardKey !== undefined && { CardKey }) },
  }),
};
