import { common } from './ru/common';
import { nav } from './ru/nav';
import { signIn } from './ru/sign-in';
import { search } from './ru/search';
import { types } from './ru/types';
import { statuses } from './ru/statuses';
import { payment } from './ru/payment';
import { commands } from './ru/commands';
import { queue } from './ru/queue';
import { payments } from './ru/payments';
import { today } from './ru/today';
import { webhooks } from './ru/webhooks';
import { merchants } from './ru/merchants';
import { audit } from './ru/audit';
import { history } from './ru/history';
import { lists } from './ru/lists';
import { registries } from './ru/registries';
import { invoice } from './ru/invoice';
import { customer } from './ru/customer';
import { timeline } from './ru/timeline';
import { own } from './ru/own';
import { keys } from './ru/keys';

/** The Russian catalogue, whose shape is the type of all catalogues. */
export const ru = {
  common,
  nav,
  signIn,
  search,
  types,
  statuses,
  payment,
  commands,
  queue,
  payments,
  today,
  webhooks,
  merchants,
  audit,
  history,
  lists,
  registries,
  invoice,
  customer,
  timeline,
  own,
  keys,
};

export type ConsoleTexts = typeof ru;
