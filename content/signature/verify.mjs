// Тело сообщения – на стандартном вводе: node verify.mjs < body.json
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Обрамление PEM, с которым ключ приходит в API платежей, и переводы строк, хотя бы и записанные как в JSON. */
const ARMOUR = /-----[^-]+-----|\\n|\s/g;

/** Проверяет подпись точных байтов тела. */
function isSigned(body, header, publicKey) {
  const digest = /^alg=RS256;\s*digest=([\w=-]+)$/.exec(header ?? '')?.[1];
  if (!digest) return false;
  const key = createPublicKey({
    key: Buffer.from(publicKey.replace(ARMOUR, ''), 'base64'),
    format: 'der',
    type: 'spki',
  });
  return verify('sha256', body, key, Buffer.from(digest, 'base64url'));
}

const { CONTENT_SIGNATURE, WEBHOOK_PUBLIC_KEY } = process.env;
const isGood = isSigned(readFileSync(0), CONTENT_SIGNATURE, WEBHOOK_PUBLIC_KEY);
console.log(isGood ? 'Подпись верна' : 'Подпись неверна');
process.exit(isGood ? 0 : 1);
