import type { ScreenTexts } from './ru-screens';
import { declines } from '../../../ui/declines/en';
import { errors } from './en/errors';
import { payments } from './en/payments';
import { today } from './en/today';
import { webhooks } from './en/webhooks';
import { merchants } from './en/merchants';
import { administration } from './en/administration';
import { audit } from './en/audit';
import { history } from './en/history';
import { invoice } from './en/invoice';
import { customer } from './en/customer';
import { timeline } from './en/timeline';
import { findings } from './en/findings';
import { lists } from './en/lists';
import { payouts } from './en/payouts';
import { settlement } from './en/settlement';
import { registries } from './en/registries';
import { own } from './en/own';
import { desk } from './en/desk';
import { keys } from './en/keys';

export const enScreens: ScreenTexts = {
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
