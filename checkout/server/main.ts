import { loadCheckoutEnvironment } from '../../runtime/environment';
import { servePages } from '../../runtime/serve-pages';
import { createCheckout } from './checkout';

/** The checkout process: the hosted page and its script. Stateless, without secrets of the platform. */
servePages('checkout', () => {
  const environment = loadCheckoutEnvironment();
  return {
    environment,
    port: environment.CHECKOUT_PORT,
    createApp: (given) => createCheckout({ environment, ...given }),
  };
});
