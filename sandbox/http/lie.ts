import type { Behaviour, FalseFact } from '../behaviours/behaviour';

/** The amount of a lie that names none. */
const OTHER_AMOUNT = 100;
const OTHER_OPERATION = 'payment/ANOTHER.1/authorise';

type Answer = Record<string, unknown>;

const LIES: Readonly<Record<FalseFact, (answer: Answer, amount: number) => Answer>> = {
  operation: ({ authorisationID }) => ({
    operationID: OTHER_OPERATION,
    ...(authorisationID !== undefined && { authorisationID: OTHER_OPERATION }),
  }),
  reference: () => ({ connectorReference: 'SBXANOTHER' }),
  amount: ({ captured }, amount) => ({ amount, ...(captured !== undefined && { captured: amount }) }),
  currency: ({ currency }) => ({ currency: currency === 'USD' ? 'EUR' : 'USD' }),
  state: ({ amount }) => ({ captured: amount }),
  isTest: () => ({ test: false }),
};

/** Says an answer otherwise, if the behaviour of its call is a lie. */
export function withLie(behaviour: Behaviour | undefined, answer: object): object {
  if (behaviour?.type !== 'lie') return answer;
  return { ...answer, ...LIES[behaviour.about](answer as Answer, behaviour.amountMinor ?? OTHER_AMOUNT) };
}
