import type { ConsoleTexts } from '../ru';

export const audit: ConsoleTexts['audit'] = {
  title: 'Audit log',
  empty: 'There are no actions',
  emptyHelp: 'Remove the filters.',
  who: 'Who',
  operation: 'Action',
  subject: 'Subject',
  subjectType: 'Type of subject',
  subjectID: 'Id of subject',
  change: 'Change',
  verify: 'Verify the chain',
  intact: 'The chain is intact: no entry was changed or removed.',
  broken: 'The chain is broken',
  operations: {},
};
