import { ID, JSON_OBJECT, text, VERSION, type CommandFields } from '../../operators/operator-command/command-fields';

/** Fields of the commands that change accounts with acquirers; the credentials are kept encrypted. */
export const ACCOUNT_COMMANDS = {
  create: {
    required: { id: ID, connector: ID, name: text({ from: 1, to: 100 }), credentials: JSON_OBJECT },
    optional: { settings: JSON_OBJECT },
  },
  rotate: { required: { id: ID, version: VERSION, credentials: JSON_OBJECT }, optional: { settings: JSON_OBJECT } },
  switch: { required: { id: ID, version: VERSION }, optional: {} },
} as const satisfies Record<string, CommandFields>;

/** The parameter that is a secret. */
export const ACCOUNT_SECRET = 'credentials';
