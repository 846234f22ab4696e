import { load } from './texts';

/** Loaded with the forms, because only few people see them. */
export const configurationTexts = await load.configuration();
