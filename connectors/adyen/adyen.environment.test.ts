import { describeEnvironment } from '../testing/describe-environment';
import type { Receive } from '../testing/environment';
import { adyenEnvironment } from './testing/adyen-environment';
import { AdyenStandIn } from './testing/adyen-stand-in';

describeEnvironment(adyenEnvironment, async () => {
  const { hmacKey = '', merchantAccount = '' } = adyenEnvironment.credentials;
  let callbacks: Receive | undefined;
  const standIn = new AdyenStandIn({
    ...{ hmacKey: Buffer.from(hmacKey, 'hex'), merchantAccount },
    deliver: async (body) => {
      const { status } = (await callbacks?.({ query: '', body: body.toString() })) ?? {};
      expect(status).toBe(200);
    },
  });
  // Webhooks come after the answers.
  standIn.delayMs = 30;
  return {
    url: await standIn.start(),
    listen: (receive) => void (callbacks = receive),
    confirm: async (operationID, _, receive) => {
      const { search } = new URL(standIn.book.finishAuthentication(operationID));
      await receive({ query: search.slice(1), body: '' });
    },
    problems: standIn.problems,
    stop: () => standIn.stop(),
  };
});
