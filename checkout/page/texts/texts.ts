import type { texts } from './ru';

/** The Russian texts say which there are; those of another language do not compile without one of them. */
export type Texts = typeof texts;
