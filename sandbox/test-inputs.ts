import { AMOUNT_BEHAVIOURS } from './behaviours/amount-behaviours';
import { payOutFailure } from './operations/scenario';
import { TEST_CARDS } from './test-cards';
import { TEST_TOOLS } from './test-tools';

/** All test inputs, published as `specs/test-cards.json`. */
export function testInputs() {
  return {
    cards: TEST_CARDS,
    payOutCards: TEST_CARDS.filter(({ isPayoutCard }) => isPayoutCard).map((card) => {
      const failure = payOutFailure(card);
      const outcome = failure ? { approved: false, failure } : { approved: true };
      return { pan: card.pan, paymentSystem: card.paymentSystem, outcome };
    }),
    ...TEST_TOOLS,
    amounts: AMOUNT_BEHAVIOURS,
  };
}
