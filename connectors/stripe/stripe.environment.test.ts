import { describeEnvironment } from '../testing/describe-environment';
import { OPERATION } from './stripe-operations';
import { stripeEnvironment } from './testing/stripe-environment';
import { StripeStandIn } from './testing/stripe-stand-in';

describeEnvironment(stripeEnvironment, async () => {
  const standIn = new StripeStandIn();
  standIn.missedSearches = 2;
  const { book, problems } = standIn;
  return {
    url: await standIn.start(),
    confirm: (operationID) => {
      const intents = [...book.paymentIntents.values()];
      book.confirm(intents.find(({ metadata }) => metadata[OPERATION] === operationID)?.id ?? '');
    },
    problems,
    stop: () => standIn.stop(),
  };
});
