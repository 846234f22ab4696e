import type { ScreenTexts } from './ru-screens';
import type { ConsoleTexts } from './ru';
import { common } from './en/common';
import { nav } from './en/nav';
import { signIn } from './en/sign-in';
import { search } from './en/search';
import { types } from './en/types';
import { statuses } from './en/statuses';
import { payment } from './en/payment';
import { changes } from './en/changes';
import { commands } from './en/commands';
import { queue } from './en/queue';

export const en: Omit<ConsoleTexts, keyof ScreenTexts> = {
  common,
  nav,
  signIn,
  search,
  types,
  statuses,
  payment,
  changes,
  commands,
  queue,
};
