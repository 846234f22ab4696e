import type { ConsoleTexts } from '../ru';

export const history: ConsoleTexts['history'] = {
  title: 'History',
  empty: 'There are no events.',
};
