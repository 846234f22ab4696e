import type { ConfigurationTexts } from './ru/configuration';
import { language } from './texts';

/** Loaded with the forms, because only few people see them. */
export const configurationTexts = {} as ConfigurationTexts;

export async function loadConfigurationTexts(): Promise<void> {
  const { configuration } = language === 'en' ? await import('./en/configuration') : await import('./ru/configuration');
  Object.assign(configurationTexts, configuration);
}
