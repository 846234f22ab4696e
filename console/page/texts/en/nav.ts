import type { ConsoleTexts } from '../ru';

export const nav: ConsoleTexts['nav'] = {
  main: 'Sections',
  home: 'Home',
  menu: 'Menu',
  today: 'Today',
  queue: 'Work queue',
  payments: 'Payments',
  payouts: 'Payouts',
  registries: 'Registries',
  webhooks: 'Webhooks',
  shops: 'Shops',
  keys: 'API keys',
  merchants: 'Merchants',
  administration: 'Administration',
  audit: 'Audit log',
  search: 'Search',
  signOut: 'Sign out',
  light: 'Light theme',
  dark: 'Dark theme',
  language: 'По-русски',
};
