/** Of two digits after the point, and written with the same sign in every language of the page. */
const SIGNS: Readonly<Record<string, string>> = { RUB: '₽', KZT: '₸', USD: '$', EUR: '€' };

/** Minor units as people read them. The number of digits after the point is the currency's own. */
export function moneyText(amount: number, currency: string, language: string): string {
  const sign = SIGNS[currency];
  return sign ? signedText(amount, sign, language) : figuresText(amount, currency, language);
}

/**
 * What {@link figuresText} writes, without the browser's figures: before Chrome has written its first one it looks through all the
 * languages that it has, 50 ms long on a phone, which is half of drawing the card form.
 */
function signedText(amount: number, sign: string, language: string): string {
  const [group, point] = language === 'en' ? [',', '.'] : [NO_BREAK, ','];
  const cents = amount % 100;
  const whole = String((amount - cents) / 100).replace(/\B(?=(\d{3})+$)/g, group);
  const text = cents === 0 ? whole : `${whole}${point}${String(cents).padStart(2, '0')}`;
  return language === 'en' ? sign + text : text + NO_BREAK + sign;
}

const NO_BREAK = '\u00a0';

function figuresText(amount: number, currency: string, language: string): string {
  const digits = fractionDigits(currency);
  return new Intl.NumberFormat(figuresOf(language), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: amount % 10 ** digits === 0 ? 0 : digits,
  }).format(amount / 10 ** digits);
}

/** Minor units as programs write them: `1999.90`. */
export function decimalText(amount: number, currency: string): string {
  const digits = fractionDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** How many digits a currency has after the point. */
export function fractionDigits(currency: string): number {
  if (SIGNS[currency]) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `1 999,90` or `1999.9` as minor units; undefined for what is no amount, or too fine a one. */
export function minorUnitsOf(text: string, currency: string): number | undefined {
  const digits = fractionDigits(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(text.replace(/[\s'’]/g, '')) ?? [];
  if (whole === '' || fraction.length > digits) return undefined;
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, '0') || '0');
}

/** Date and time of an event where the payer is. */
export function momentText(moment: string, language: string): string {
  return new Intl.DateTimeFormat(figuresOf(language), {
    // Without the name of a month, which would be in another language.
    dateStyle: language === 'kk' ? 'short' : 'long',
    timeStyle: 'short',
  }).format(new Date(moment));
}

/** Many browsers have no Kazakh figures and say that they have; money and dates are written as in Russian there. */
function figuresOf(language: string): string {
  return language === 'kk' ? 'ru' : language;
}
