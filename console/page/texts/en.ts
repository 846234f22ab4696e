import type { ConsoleTexts } from './ru';
import { common } from './en/common';
import { nav } from './en/nav';
import { signIn } from './en/sign-in';
import { search } from './en/search';
import { types } from './en/types';
import { statuses } from './en/statuses';
import { payment } from './en/payment';
import { commands } from './en/commands';
import { queue } from './en/queue';
import { payments } from './en/payments';
import { today } from './en/today';
import { webhooks } from './en/webhooks';
import { merchants } from './en/merchants';
import { audit } from './en/audit';
import { history } from './en/history';
import { lists } from './en/lists';
import { registries } from './en/registries';
import { invoice } from './en/invoice';
import { customer } from './en/customer';
import { timeline } from './en/timeline';
import { own } from './en/own';
import { keys } from './en/keys';

export const en: ConsoleTexts = {
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
