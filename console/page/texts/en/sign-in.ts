import type { ConsoleTexts } from '../ru';

export const signIn: ConsoleTexts['signIn'] = {
  title: 'Sign in to the console',
  key: 'Key',
  keyHelp: 'The key of an operator or the API key of a merchant. It stays on the server and never reaches the browser.',
  submit: 'Sign in',
  or: 'or',
  provider: 'Sign in with your company account',
  wrong: 'The key is not valid: check that it is not revoked.',
  tooMany: 'Too many attempts. Wait a minute.',
  providerFailed: 'The provider did not confirm the sign-in, or you have no role. Retry, or contact an administrator.',
  ended: 'The session has ended',
  endedHelp: 'Sign in again: all that you have entered on the page stays.',
  checkAgain: 'I have signed in, continue',
  role: {
    viewer: 'viewer',
    support: 'support',
    finance: 'finance',
    configuration: 'configuration',
    administrator: 'administrator',
  },
  merchant: 'merchant',
};
