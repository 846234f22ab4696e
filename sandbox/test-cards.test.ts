import { isPaymentFailurePath } from '../domain/payments/payment/payment-failure';
import { findTestCard, TEST_CARDS } from './test-cards';

function isLuhnValid(pan: string): boolean {
  const sum = [...pan].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

test('test cards have distinct valid numbers', () => {
  expect(TEST_CARDS.filter(({ pan }) => !/^\d{16,18}$/.test(pan) || !isLuhnValid(pan))).toEqual([]);
  expect(new Set(TEST_CARDS.map(({ pan }) => pan)).size).toBe(TEST_CARDS.length);
});

test('failures are paths of the catalogue', () => {
  const failures = TEST_CARDS.flatMap(({ outcome }) => (outcome.approved ? [] : [outcome.failure]));
  expect(failures.filter((path) => !isPaymentFailurePath(path))).toEqual([]);
});

test('a card is found by its complete number only', () => {
  expect(findTestCard('4242424242424242')?.kind).toBe('success');
  expect(findTestCard('424242424242424')).toBeUndefined();
});
