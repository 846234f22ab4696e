import fc from 'fast-check';
import { identifierPieces, typeset } from './typography';

const seen = (text: string): string => typeset(text).replaceAll('\u00a0', '~');

describe('prose', () => {
  test.each([
    ['Повтор с тем же externalID и теми же полями', 'Повтор с~тем~же externalID и~теми~же полями'],
    ['и в них, и не по ним', 'и~в~них, и~не~по~ним'],
    ['через 30 секунд, 5 минут', 'через 30~секунд, 5~минут'],
    ['1 999 ₽ 90 коп.', '1~999~₽ 90~коп.'],
    ['момент по RFC 3339, коды ISO 4217', 'момент по~RFC~3339, коды ISO~4217'],
    ['3-D Secure и Google Pay по PCI DSS', '3-D~Secure и~Google~Pay по~PCI~DSS'],
    ['Заказ № 1042 — в пути', 'Заказ №~1042~— в~пути'],
    ['(в скобках) «с кавычками»', '(в~скобках) «с~кавычками»'],
    ['перед кодом в ', 'перед кодом в~'],
    [' — после кода', '~— после кода'],
    ['Шаг 1. Создайте инвойс', 'Шаг 1. Создайте инвойс'],
    ['A short English text of 5 words', 'A short English text of 5~words'],
  ])('«%s» keeps related words together', (text, wanted) => {
    expect(seen(text)).toBe(wanted);
  });

  test('changes nothing but spaces', () => {
    const words = fc.array(fc.constantFrom('и', 'в', 'не', 'же', '10', '1', '999', '₽', '№', '—', 'слово', 'RFC', '3-D', 'Secure')); // prettier-ignore
    fc.assert(
      fc.property(words, (given) => {
        const text = given.join(' ');
        expect(typeset(text).replaceAll('\u00a0', ' ')).toBe(text);
        expect(typeset(typeset(text))).toBe(typeset(text));
      }),
    );
  });
});

describe('a long identifier', () => {
  test.each([
    ['invoicePaymentAmountExceeded', 'invoice|Payment|Amount|Exceeded'],
    ['payment_tool_rejected_by_bank', 'payment_|tool_|rejected_|by_|bank'],
    ['$HOLDFAST_API_URL/v2/processing', '$HOLDFAST_|API_|URL/|v2/|processing'],
    ['getInvoiceByExternalIDForParty', 'get|Invoice|By|External|IDFor|Party'],
    ['invoiceID', 'invoiceID'],
    ['npm run holdfast -- source create', 'npm run holdfast -- source create'],
  ])('%s may be broken at %s', (code, wanted) => {
    expect(identifierPieces(code).join('|')).toBe(wanted);
  });

  test('is unchanged after joining its pieces', () => {
    fc.assert(fc.property(fc.string(), (code) => expect(identifierPieces(code).join('')).toBe(code)));
  });
});
