/* What the first paint needs; `screens.ts` has the rest. */
export { common } from './catalogue/common';
export { nav } from './catalogue/nav';
export { signIn } from './catalogue/sign-in';
export { search } from './catalogue/search';
export { types } from './catalogue/types';
export { statuses } from './catalogue/statuses';
export { payment } from './catalogue/payment';
export { changes } from './catalogue/changes';
export { commands } from './catalogue/commands';
export { queue } from './catalogue/queue';
