import { readableTexts } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

export const nav: ConsoleTexts['nav'] = {
  ...readableTexts('home menu today payments payouts registries webhooks shops merchants administration search'),
  ...readableTexts('signOut'),
  main: 'Sections',
  queue: 'Work queue',
  keys: 'API keys',
  audit: 'Audit log',
  light: 'Light theme',
  dark: 'Dark theme',
  language: 'По-русски',
};
