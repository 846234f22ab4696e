import { declines } from '../../../ui/declines/ru';
import { errors } from './ru/errors';
import { payments } from './ru/payments';
import { today } from './ru/today';
import { webhooks } from './ru/webhooks';
import { merchants } from './ru/merchants';
import { administration } from './ru/administration';
import { audit } from './ru/audit';
import { history } from './ru/history';
import { invoice } from './ru/invoice';
import { customer } from './ru/customer';
import { timeline } from './ru/timeline';
import { findings } from './ru/findings';
import { lists } from './ru/lists';
import { payouts } from './ru/payouts';
import { settlement } from './ru/settlement';
import { registries } from './ru/registries';
import { own } from './ru/own';
import { desk } from './ru/desk';
import { keys } from './ru/keys';

/** The texts of screens that are not painted first, in Russian. */
export const ruScreens = {
  declines,
  errors,
  payments,
  today,
  webhooks,
  merchants,
  administration,
  audit,
  history,
  invoice,
  customer,
  timeline,
  findings,
  lists,
  payouts,
  settlement,
  registries,
  own,
  keys,
  desk,
};

export type ScreenTexts = typeof ruScreens;
