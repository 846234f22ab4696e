import { AMOUNT_BEHAVIOURS } from './behaviours/amount-behaviours';
import { payOutFailure } from './operations/scenario';
import { TEST_CARDS } from './test-cards';
import {
  CONSENT_WALLET,
  TEST_CRYPTO_CURRENCIES,
  TEST_DIGITAL_WALLETS,
  TEST_PHONES,
  TEST_TERMINALS,
} from './test-tools';

/** All test inputs, published as `specs/test-cards.json`. */
export function testInputs() {
  return {
    cards: TEST_CARDS,
    payOutCards: TEST_CARDS.filter(({ isPayoutCard }) => isPayoutCard).map((card) => {
      const failure = payOutFailure(card);
      const outcome = failure ? { approved: false, failure } : { approved: true };
      return { pan: card.pan, paymentSystem: card.paymentSystem, outcome };
    }),
    terminals: TEST_TERMINALS,
    phones: TEST_PHONES,
    digitalWallets: TEST_DIGITAL_WALLETS,
    consentWallet: CONSENT_WALLET,
    cryptoCurrencies: TEST_CRYPTO_CURRENCIES,
    amounts: AMOUNT_BEHAVIOURS,
  };
}
