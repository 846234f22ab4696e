import { splitWords, toTerm } from './words';

describe('the term of a word', () => {
  test.each([
    'подпись подписи подписью подписей подписям подписях',
    'платёж платежа платежом платежи платежей платежам',
    'кошелёк кошелька кошельку кошельком кошельки кошельков',
    'ошибка ошибки ошибке ошибку ошибкой ошибок ошибкам',
    'ссылка ссылки ссылкой ссылок',
    'токен токена токену токеном токены токенов',
    'вебхук вебхука вебхуком вебхуки вебхуков',
    'возврат возврата возвраты возвратов',
    'списка список списком списки списков',
    'тестовый тестовая тестовое тестовые тестового тестовых',
    'refund refunds refunded',
  ])('is the same for the forms «%s»', (forms) => {
    expect(new Set(forms.split(' ').map(toTerm)).size).toBe(1);
  });

  test.each([
    ['токен', 'ток'],
    ['счёт', 'счётчик'],
    ['карта', 'картина'],
  ])('of «%s» is another than that of «%s»', (one, other) => {
    expect(toTerm(one)).not.toBe(toTerm(other));
  });
});

test('identifiers are indexed whole and in parts', () => {
  expect(splitWords('createInvoice X-Request-ID 3-D')).toEqual(
    ['createInvoice', 'create', 'invoice', 'XRequestID', 'x', 'request', 'id', '3D', '3', 'd'], // prettier-ignore
  );
});
