import { anotherWay } from './another-way';
import { bankFrames } from './bank-frames';
import { budgets } from './budgets';
import { cardPayments } from './card-payments';
import { following } from './following';
import { loading } from './loading';
import { looks } from './looks';
import { methods } from './methods';
import { network } from './network';
import { outcomes } from './outcomes';
import { startPayers, type Payers } from './payer';
import { refusedFields } from './refused-fields';
import { safety } from './safety';
import { states } from './states';
import { wallets } from './wallets';
import { windows } from './windows';

/*
 * The page in Chromium against a real platform. One platform and one browser serve all of it, so the scenarios stand in files of
 * their own and are gathered here.
 */
let payers: Payers;

beforeAll(async () => {
  payers = await startPayers();
});

afterAll(() => payers.stop());

describe('paying by card', () => cardPayments(() => payers));
describe('other ways to pay', () => methods(() => payers));
describe('another way than the one chosen', () => anotherWay(() => payers));
describe('the page of a bank', () => bankFrames(() => payers));
describe('fields that the platform refuses', () => refusedFields(() => payers));
describe('how it ends', () => outcomes(() => payers));
describe('where the network goes away', () => network(() => payers));
describe('while nothing happens, or too much', () => following(() => payers));
describe('while it loads, and again', () => loading(() => payers));
describe('what is typed', () => safety(() => payers));
describe('what is seen', () => looks(() => payers));
describe('what state it is in', () => states(() => payers));
describe('what is loaded', () => budgets(() => payers));
describe('wallets of the browser', () => wallets(() => payers));
describe('in a window of a shop', () => windows(() => payers));
