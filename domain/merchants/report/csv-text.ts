/**
 * A start of a formula: at the start of a text, or behind a character that a spreadsheet of another language takes for a separator of fields or lines.
 * Quotes and spaces between do not stop it.
 */
const FORMULA_START =
  /(?<=^(?![\t\r\n])|[,;|\t\r\n\v\f\u0085\u2028\u2029])(["' \u00a0\u2000-\u200b\u202f\u3000\ufeff]*)(?=[=+\-@＝＋－＠﹢﹣−])|^(?=[\t\r\n])/gu;

/** A text for a field of CSV: each possible start of a formula has an apostrophe before it, so that spreadsheets read it as text. */
export function csvText(text: string): string {
  return text.replace(FORMULA_START, (before) => `${before}'`);
}
