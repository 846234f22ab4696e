import {
  choice,
  ID,
  JSON_OBJECT,
  TIME,
  VERSION,
  type CommandFields,
} from '../../operators/operator-command/command-fields';

/** The names in the audit log of the entities that are configured one by one. */
export const CONFIGURED_TYPES = [
  'category',
  'paymentInstitution',
  'party',
  'contract',
  'shop',
  'walletProvider',
] as const;

export type ConfiguredType = (typeof CONFIGURED_TYPES)[number];

const TYPE = choice(CONFIGURED_TYPES);

/** Fields of the commands that change the configuration. */
export const CONFIGURATION_COMMANDS = {
  create: { required: { type: TYPE, value: JSON_OBJECT }, optional: {} },
  /** `changes` is a JSON merge patch; changed terms of shops may come into force later. */
  change: { required: { type: TYPE, id: ID, version: VERSION, changes: JSON_OBJECT }, optional: { validFrom: TIME } },
  /** Restores the values that `toVersion` had. */
  rollBack: { required: { type: TYPE, id: ID, version: VERSION, toVersion: VERSION }, optional: {} },
  /** `digest` tells loads of one file at different states of the configuration apart; the platform computes it. */
  load: { required: { data: JSON_OBJECT }, optional: { digest: ID } },
} as const satisfies Record<string, CommandFields>;
