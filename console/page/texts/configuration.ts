import type { configuration } from './catalogue/configuration';
import { load } from './texts';

/** Loaded with the forms, because only few people see them. */
export const configurationTexts = {} as typeof configuration;

export async function loadConfigurationTexts(): Promise<void> {
  Object.assign(configurationTexts, await load.configuration());
}
