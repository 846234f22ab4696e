import type { DecryptedCard } from '../cards/card-content';

/** Escapes of JSON and JavaScript, of HTML and XML, and of URLs, each also escaped once more. */
const ESCAPE =
  /\\u([\da-f]{4})|\\u\{0*([\da-f]{1,6})\}|\\x([\da-f]{2})|&(?:amp;)*#x0*([\da-f]{1,6});?|&(?:amp;)*#0*(\d{1,7});?|%(?:25)*([\da-f]{2})/gi;
const MAY_BE_ESCAPED = /[\\&%]/;
/** Escapes within escapes. */
const MAX_DEPTH = 3;
const OTHER_SCRIPT = /[^\0-\x7f]/;
const ENCODED_RUN = /[\w+/-]{16,}/g;
/** A card number has at least so many digits. */
const MIN_DIGITS = 12;

/** Recognises one card in texts, in a time that is linear in their length. */
export class CardForms {
  /** Runs of digits in which the number may be written. */
  private readonly runs: readonly string[];
  private readonly encodedCvvs: readonly string[];

  constructor(private readonly card: Pick<DecryptedCard, 'cardNumber' | 'cvv'>) {
    const { cardNumber, cvv } = card;
    const orders = [cardNumber, [...cardNumber].reverse().join('')];
    // Codes of characters: hexadecimal, in two bytes, and decimal.
    const codes = orders.flatMap((digits) => ['3$&', '003$&'].map((code) => digits.replace(/\d/g, code)));
    const decimals = orders.map((digits) => digits.replace(/\d/g, (digit) => String(digit.charCodeAt(0))));
    this.runs = [...orders, ...codes, ...decimals];
    const bytes = Buffer.from(cvv ?? '');
    this.encodedCvvs = [bytes.toString('base64url'), bytes.toString('hex')];
  }

  /**
   * Whether a text has the number: with anything but digits between its digits, escaped, in digits of other scripts, reversed, as codes of
   * characters, or within base64.
   */
  hasNumber(text: string): boolean {
    if (text.length < MIN_DIGITS) return false;
    const plain = unescape(text);
    return this.hasRun(plain) || this.hasEncoded(plain);
  }

  /** Whether a text is the CVV and nothing else but punctuation: plain, escaped, in base64 or hexadecimal. */
  isCvv(text: string): boolean {
    const { cvv } = this.card;
    if (cvv === undefined || text.length > 64) return false;
    const bare = unescape(text).replace(/[^\da-z]/gi, '');
    return bare === cvv || this.encodedCvvs.includes(bare);
  }

  private hasRun(text: string): boolean {
    const digits = text.replace(/\D+/g, '');
    if (digits.length < this.card.cardNumber.length) return false;
    if (this.runs.some((run) => digits.includes(run))) return true;
    // The 0 of `0x34` is not a digit of the number.
    return text.includes('0x') && this.runs.some((run) => text.replace(/0x|\D+/g, '').includes(run));
  }

  /** Base64 may begin at any character of a run, and be broken into lines. */
  private hasEncoded(text: string): boolean {
    const joined = text.replace(/\\[rn]|\s+/g, '');
    return (joined.match(ENCODED_RUN) ?? []).some((run) =>
      [0, 1, 2, 3].some((start) => {
        const digits = Buffer.from(run.slice(start), 'base64').toString('latin1').replace(/\D+/g, '');
        return digits.length >= MIN_DIGITS && this.runs.some((known) => digits.includes(known));
      }),
    );
  }
}

function unescape(text: string): string {
  let plain = text;
  for (let depth = 0; depth < MAX_DEPTH && MAY_BE_ESCAPED.test(plain); depth++) {
    const before = plain;
    plain = plain.replace(ESCAPE, (whole: string, ...groups: unknown[]) => {
      const [unicode, long, byte, hex, decimal, percent] = groups as (string | undefined)[];
      const code =
        decimal === undefined ? parseInt(unicode ?? long ?? byte ?? hex ?? percent ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
    if (plain === before) break;
  }
  return OTHER_SCRIPT.test(plain) ? plain.replace(/(?!\d)\p{N}/gu, toDigit) : plain;
}

/** The digit that a digit of any script stands for, also raised, in a circle or with a full stop. */
function toDigit(character: string): string {
  const [, plain] = /^\(?(\d)[).,]?$/.exec(character.normalize('NFKC')) ?? [];
  if (plain !== undefined || !isDigit(character)) return plain ?? ' ';
  // Ten digits of a script follow each other.
  let value = 0;
  const code = character.codePointAt(0) ?? 0;
  while (value < 9 && isDigit(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character);
}
