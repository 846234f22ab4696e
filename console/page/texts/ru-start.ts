/* What the first paint needs in Russian; `ru-screens.ts` has the rest. */
export { common } from './ru/common';
export { nav } from './ru/nav';
export { signIn } from './ru/sign-in';
export { search } from './ru/search';
export { types } from './ru/types';
export { statuses } from './ru/statuses';
export { payment } from './ru/payment';
export { changes } from './ru/changes';
export { commands } from './ru/commands';
export { queue } from './ru/queue';
