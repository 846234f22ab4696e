import { anotherWay } from './another-way';
import { bankFrames } from './bank-frames';
import { billingAddress } from './billing-address';
import { budgets } from './budgets';
import { cardPayments } from './card-payments';
import { currencies } from './currencies';
import { following } from './following';
import { loading } from './loading';
import { looks } from './looks';
import { methods } from './methods';
import { network } from './network';
import { outcomes } from './outcomes';
import { startPayers, type Payers } from './payer';
import { pictures } from './pictures';
import { redirectedCards } from './redirected-cards';
import { refusedFields } from './refused-fields';
import { safety } from './safety';
import { shopShown } from './shop-shown';
import { states } from './states';
import { wallets } from './wallets';
import { windows } from './windows';

/*
 * The page in Chromium against a real platform. All scenarios share one platform and one browser, so they are run from this
 * file.
 */
let payers: Payers;

beforeAll(async () => {
  payers = await startPayers();
});

afterAll(() => payers.stop());

describe('card payments', () => cardPayments(() => payers));
describe('other ways to pay', () => methods(() => payers));
describe('a card entered at the acquirer', () => redirectedCards(() => payers));
describe('giving up a way to pay', () => anotherWay(() => payers));
describe('the page of a bank', () => bankFrames(() => payers));
describe('rejected fields', () => refusedFields(() => payers));
describe('the billing address', () => billingAddress(() => payers));
describe('other currencies', () => currencies(() => payers));
describe('outcomes', () => outcomes(() => payers));
describe('a lost network', () => network(() => payers));
describe('polling', () => following(() => payers));
describe('loading and reloading', () => loading(() => payers));
describe('card data', () => safety(() => payers));
describe('appearance', () => looks(() => payers));
describe('the shop', () => shopShown(() => payers));
describe('pictures of the guides', () => pictures(() => payers));
describe('states', () => states(() => payers));
describe('bytes', () => budgets(() => payers));
describe('wallets of the browser', () => wallets(() => payers));
describe('a window opened by a shop', () => windows(() => payers));
