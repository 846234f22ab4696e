import {
  OPERATORS_ACCESS,
  PAYMENTS_ACCESS,
  PAYMENT_RESOURCES_ACCESS,
  WALLETS_ACCESS,
} from '../tests/harness/expected-access';
import { access as operatorsAccess } from './operators-v1/access';
import { access as paymentResourcesAccess } from './payres-v0/access';
import { access as paymentsAccess } from './v2/access';
import { access as walletsAccess } from './wallet-v0/access';

test.each([
  ['/operators/v1', operatorsAccess, OPERATORS_ACCESS],
  ['/v2', paymentsAccess, PAYMENTS_ACCESS],
  ['/wallet/v0', walletsAccess, WALLETS_ACCESS],
  ['/payres/v0', paymentResourcesAccess, PAYMENT_RESOURCES_ACCESS],
] as const)('%s allows each operation to the expected callers only', (_, access, expected) => {
  expect(access).toEqual(expected);
});
