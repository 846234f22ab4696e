import { assertPrinted } from './card-face';

test.each(['01/27', '12/2030', '09/99', '01/00'])('the expiry date %s is accepted', (expDate) => {
  expect(() => assertPrinted({ expDate }, 'body')).not.toThrow();
});

test.each(['13/27', '00/27', '99/2030', '1/27', '01/270'])('the expiry date %s is refused', (expDate) => {
  expect(() => assertPrinted({ expDate }, 'body')).toThrow(
    expect.objectContaining({ code: 'invalidRequest', place: 'body.expDate' }),
  );
});

test.each([
  'ANNA IVANOVA',
  'Анна Иванова-Петрова',
  'O`BRIEN',
  "D'Artagnan Jr.",
  '王小明',
  'José Núñez',
  'Ünal & Söhne',
])('the cardholder %s is accepted', (cardHolder) => {
  expect(() => assertPrinted({ cardHolder }, 'body')).not.toThrow();
});

test.each(['4242424242424242', 'ANNA 2', 'АННА٣', 'ANNA\u0007', 'ANNA\nIVANOVA', '🍵', ''])(
  'the cardholder %j is refused and not repeated in the error',
  (cardHolder) => {
    const check = () => assertPrinted({ cardHolder }, 'body');
    expect(check).toThrow(expect.objectContaining({ code: 'invalidRequest', place: 'body.cardHolder' }));
    expect(check).not.toThrow(/4242/);
  },
);
