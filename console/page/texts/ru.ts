export { load } from './load';

/** The shape of all catalogues: the Russian ones. */
export type ConsoleTexts = typeof import('./ru-start') & typeof import('./ru-screens');
