import type { ScreenTexts } from './ru-screens';
import { common } from './ru/common';
import { nav } from './ru/nav';
import { signIn } from './ru/sign-in';
import { search } from './ru/search';
import { types } from './ru/types';
import { statuses } from './ru/statuses';
import { payment } from './ru/payment';
import { changes } from './ru/changes';
import { commands } from './ru/commands';
import { queue } from './ru/queue';

/** What the first paint needs in Russian; the shape is the type of all catalogues. `ru-screens.ts` has the rest. */
export const ru = {
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

export type ConsoleTexts = typeof ru & ScreenTexts;
