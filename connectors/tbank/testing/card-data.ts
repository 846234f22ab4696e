import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** The public key that the bank would give for a terminal. */
export const CARD_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export const TBANK_TEST_CARDS = {
  approved: '4300000000000777',
  declined: '5000000000000009',
  /** Confirmed by 3-D Secure 1, or by 2 if the request names the browser. */
  interaction: '4000000000000119',
} as const;

/** Decrypts `CardData`; undefined for another key, padding or form. */
export function readCardData(text: unknown): Record<string, string> | undefined {
  if (typeof text !== 'string' || !/^[\w+/]{342}==$/.test(text)) return undefined;
  const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(text, 'base64'));
  const end = block.indexOf(0, 2);
  if (block[0] !== 0 || block[1] !== 2 || end < 10) return undefined;
  const fields = block
    .subarray(end + 1)
    .toString('utf8')
    .split(';')
    .map((part) => part.split('='));
  const card = Object.fromEntries(fields.map(([name = '', value = '']) => [name, value]));
  const isCard = /^\d{12,19}$/.test(card['PAN'] ?? '') && /^(0\d|1[0-2])\d\d$/.test(card['ExpDate'] ?? '');
  return isCard && fields.length === Object.keys(card).length ? card : undefined;
}
