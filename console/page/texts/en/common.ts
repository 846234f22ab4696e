import { readableTexts } from '../../parts/readable-name';
import type { ConsoleTexts } from '../ru';

export const common: ConsoleTexts['common'] = {
  ...readableTexts('retry close cancel copy copied reason send done all from to amount currency shop merchant status'),
  ...readableTexts('created when what columns'),
  product: 'Holdfast',
  loading: 'Loading…',
  more: 'Show more',
  reasonHelp: 'Stays in the audit log. Up to 200 characters.',
  reasonMissing: 'Give a reason',
  none: 'none',
  requestID: (id) => `Request id: ${id}`,
  failed: 'Could not load this',
  unavailable: 'The platform does not answer. Nothing is lost: retry in a few seconds.',
  noPage: 'There is no such page',
  noPageHelp: 'Check the address, or find the object by its number: Ctrl+K.',
  home: 'To the start page',
  skip: 'Skip to content',
  updated: 'Updates automatically',
};
