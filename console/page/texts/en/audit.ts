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
  broken: (number, fault) => `The chain is broken: entry ${number} ${fault}`,
  faults: {
    missing: 'is missing',
    unlinked: 'does not follow from the previous one',
    changed: 'was changed: its hash differs',
    mislabelled: 'has the number of another entry',
    rewritten: 'was rewritten together with all before it',
    cutOff: 'is missing: the chain was longer',
    beyondHead: 'is beyond the head of the chain',
    rowGone: 'has lost its row of the log before its time',
    rowDiffers: 'differs from its row of the log',
    unchained: 'is in the log but not in the chain',
  },
  operations: {},
};
