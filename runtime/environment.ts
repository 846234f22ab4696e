import { z } from 'zod';
import { capacityVariables } from './capacity';
import { accountHealthVariables } from './account-health-variables';
import { consoleSettings, consoleVariables } from './console-variables';
import { checkoutSettings, checkoutVariables } from './checkout-variables';
import { drainVariables } from './drain-variables';
import { filesVariables } from './files-variables';
import { mailVariables } from './mail-variables';
import { openIdVariables } from './openid-variables';
import { findProductionProblem } from './production-rules';
import { rateVariables } from './rate-variables';
import { temporalVariables } from './temporal-variables';
import { tracingVariables } from './tracing/tracing-variables';
import { vaultClientVariables, vaultOnlyVariables, vaultVariables, walletVariables } from './vault-variables';
import { file, httpUrl, keys32, list, networks, port, text, url } from './variable-kinds';
import { webhookVariables } from './webhook-variables';

/*
 * The only file that reads process.env. Each process loads it once at its start, so that a wrong value is reported by name
 * before any payment runs.
 */

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });

const loopbackNetworks = '127.0.0.0/8,::1/128';

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('In production nothing has a development default: addresses and secrets must be given'),
  DATA_DIR: text.default('.data').describe('Folder of the data of the local start: databases, secrets, logs'),
  HOST: text.default('127.0.0.1').describe('Address that every process listens on'),
  API_PORT: port(8080).describe('Port of the API'),
  API_METRICS_PORT: port(8083).describe('Port of the metrics of the API, not for the public; 0 for any free port'),
  WORKER_PORT: port(8081).describe('Port of the health and metrics of the worker'),
  SANDBOX_PORT: port(8082).describe('Port of the sandbox acquirer'),
  WEB_PORT: port(3000).describe('Port of the documentation site'),
  CHECKOUT_PORT: port(3001).describe('Port of the checkout: the hosted payment page and its script'),
  POSTGRES_PORT: port(5433).describe('Port of the PostgreSQL that the local start runs'),
  TEMPORAL_PORT: port(7233).describe('Port of the Temporal server that the local start runs'),
  TEMPORAL_UI_PORT: port(8233).describe('Port of the Temporal UI that the local start runs'),
  DATABASE_URL: postgresUrl.describe('The PostgreSQL database. The local start runs one when it is not given'),
  SANDBOX_DATABASE_URL: postgresUrl
    .optional()
    .describe("Database of the sandbox acquirer, separate from the platform's"),
  ...temporalVariables,
  ...capacityVariables,
  ...drainVariables,
  WORKFLOW_STACK_TRACES: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .describe(
      'Whether the worker records stacks of workflows for `temporal workflow stack`: takes a twelfth of its CPU time',
    ),
  ENCRYPTION_KEY: keys32.describe(
    'Encrypts card tokens and webhook private keys at rest: base64 of 32 bytes. Several, separated by commas, during a ' +
      'rotation: the first encrypts, all decrypt',
  ),
  TOKEN_SIGNING_KEY: keys32.describe(
    'Signs access tokens and quotes: base64 of 32 bytes. Several, separated by commas: the first signs, all verify',
  ),
  SANDBOX_URL: url('http://127.0.0.1:8082').describe('Base URL of the sandbox acquirer'),
  SANDBOX_PUBLIC_URL: httpUrl
    .optional()
    .describe("Base URL of the sandbox acquirer's pages for payers, if it is not SANDBOX_URL"),
  SANDBOX_SECRET: z
    .string()
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe(
      'Shared secret of the sandbox acquirer (HMAC-SHA256); with it `demo seed` creates its account. Without it the sandbox is off',
    ),
  ...accountHealthVariables,
  API_URL: url('http://127.0.0.1:8080').describe('Public base URL of the API for payers and connectors'),
  SITE_URL: url('http://127.0.0.1:3000').describe(
    'Public base URL of the documentation site; also an origin allowed by CORS',
  ),
  CHECKOUT_URL: url('http://127.0.0.1:3001').describe(
    'Public base URL of the checkout; needs an origin that serves nothing else',
  ),
  ...checkoutVariables,
  ...consoleVariables,
  WEBHOOK_ALLOWED_NETWORKS: networks
    .optional()
    .describe('Private networks that webhooks may reach; loopback in development, none in production'),
  ...webhookVariables,
  TRUSTED_PROXIES: networks
    .default([])
    .describe(
      'Networks of the load balancers in front of the API: the address of a payer is the right-most of X-Forwarded-For ' +
        'outside of them. Without it the header is ignored',
    ),
  PERSONAL_METADATA_KEYS: list
    .prefault('email,phone,phoneNumber,name,fullName')
    .describe(
      'Metadata keys, separated by commas, whose values identify a person: an erasure searches and replaces them',
    ),
  CARD_COUNTRIES_FILE: file.describe(
    'CSV file of card ranges with their countries, for rules before authorisation. The API reads it at its start',
  ),
  ...filesVariables,
  ...mailVariables,
  ...vaultVariables,
  ...walletVariables,
  ...rateVariables,
  ...openIdVariables,
  ...tracingVariables,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Minimum level of log lines'),
});

const sandboxSchema = schema
  .pick({
    NODE_ENV: true,
    HOST: true,
    SANDBOX_PORT: true,
    SANDBOX_URL: true,
    SANDBOX_PUBLIC_URL: true,
    SANDBOX_SECRET: true,
    API_URL: true,
    LOG_LEVEL: true,
  })
  .extend({ SANDBOX_DATABASE_URL: postgresUrl, SANDBOX_SECRET: schema.shape.SANDBOX_SECRET.unwrap() });

const checkoutSchema = schema.pick(checkoutSettings);

const consoleSchema = schema
  .pick(consoleSettings)
  .extend({ CONSOLE_SESSION_KEY: schema.shape.CONSOLE_SESSION_KEY.unwrap() });

const codecSchema = schema.pick({
  NODE_ENV: true,
  TEMPORAL_NAMESPACE: true,
  TEMPORAL_UI_PORT: true,
  TEMPORAL_UI_URL: true,
  TEMPORAL_PAYLOAD_KEY: true,
  TEMPORAL_PAYLOAD_WRITE: true,
  CODEC_HOST: true,
  CODEC_PORT: true,
  CODEC_URL: true,
  LOG_LEVEL: true,
});

const vaultSchema = schema.pick({ NODE_ENV: true, HOST: true, LOG_LEVEL: true }).extend({
  ...vaultOnlyVariables,
  VAULT_DATABASE_URL: vaultVariables.VAULT_DATABASE_URL.unwrap(),
  VAULT_TLS_CA: vaultVariables.VAULT_TLS_CA.unwrap(),
  VAULT_TLS_CERT: vaultVariables.VAULT_TLS_CERT.unwrap(),
  VAULT_TLS_KEY: vaultVariables.VAULT_TLS_KEY.unwrap(),
});

export const schemas = {
  platform: schema,
  sandbox: sandboxSchema,
  checkout: checkoutSchema,
  console: consoleSchema,
  codec: codecSchema,
  vault: vaultSchema,
};

type Source = Readonly<Record<string, string | undefined>>;
type VariableName = keyof typeof schema.shape;

/** The settings of the API, the worker and the command line. */
export type Environment = Omit<z.output<typeof schema>, 'WEBHOOK_ALLOWED_NETWORKS'> & {
  WEBHOOK_ALLOWED_NETWORKS: string[];
};

/** The settings of the sandbox acquirer, without the platform's keys. */
export type SandboxEnvironment = z.output<typeof sandboxSchema>;

/** The settings of the checkout, without secrets of the platform. */
export type CheckoutEnvironment = z.output<typeof checkoutSchema>;

/** The settings of the console; its only secrets are the key of its sessions and that of its client. */
export type ConsoleEnvironment = z.output<typeof consoleSchema>;
/** The settings of the vault, without any of the platform. */
export type VaultEnvironment = z.output<typeof vaultSchema>;

/** The settings of the codec server of Temporal UI; its only secret is the payload keys. */
export type CodecEnvironment = z.output<typeof codecSchema>;

const requiredInProduction = [
  'DATABASE_URL',
  'TEMPORAL_ADDRESS',
  'ENCRYPTION_KEY',
  'TOKEN_SIGNING_KEY',
] as const satisfies readonly VariableName[];

/** Names each missing or wrong variable, and never a value, which may be a secret. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(readonly problems: readonly { variable: string; problem: string }[]) {
    const lines = problems.map(({ variable, problem }) => `  ${variable}: ${problem}`);
    super(`The environment is invalid:\n${lines.join('\n')}\nSee \`npm run holdfast -- config\` for every variable.`);
  }
}

export function loadEnvironment(source: Source = process.env): Environment {
  const environment = parse(schema, source, requiredInProduction);
  return {
    ...environment,
    WEBHOOK_ALLOWED_NETWORKS:
      environment.WEBHOOK_ALLOWED_NETWORKS ??
      networks.parse(environment.NODE_ENV === 'production' ? '' : loopbackNetworks),
  };
}

export function loadSandboxEnvironment(source: Source = process.env): SandboxEnvironment {
  return parse(sandboxSchema, source, ['SANDBOX_DATABASE_URL', 'SANDBOX_SECRET']);
}

export function loadCheckoutEnvironment(source: Source = process.env): CheckoutEnvironment {
  return parse(checkoutSchema, source, []);
}

export function loadConsoleEnvironment(source: Source = process.env): ConsoleEnvironment {
  return parse(consoleSchema, source, ['CONSOLE_SESSION_KEY']);
}

export function loadCodecEnvironment(source: Source = process.env): CodecEnvironment {
  return parse(codecSchema, source, []);
}

export function loadVaultEnvironment(source: Source = process.env): VaultEnvironment {
  return parse(vaultSchema, source, ['VAULT_DATABASE_URL', 'VAULT_TLS_CA', 'VAULT_TLS_CERT', 'VAULT_TLS_KEY']);
}

/** The settings of the custodians' commands. */
export function loadVaultClientEnvironment(source: Source = process.env) {
  return parse(z.object(vaultClientVariables), source, []);
}

/** A variable as `npm run holdfast -- config` and the documentation show it. */
export type EnvironmentVariable = {
  name: string;
  description: string;
  /** The default, if there is one. */
  standard?: string;
  isRequiredInProduction: boolean;
};

export function describeEnvironment(): EnvironmentVariable[] {
  const required: readonly string[] = requiredInProduction;
  return Object.entries(schema.shape).map(([name, field]) => {
    const standard = getStandard(name as VariableName);
    return {
      name,
      description: field.description ?? '',
      ...(standard === undefined ? {} : { standard }),
      isRequiredInProduction: required.includes(name),
    };
  });
}

function getStandard(name: VariableName): string | undefined {
  if (name === 'WEBHOOK_ALLOWED_NETWORKS') return loopbackNetworks;
  const parsed = schema.shape[name].safeParse(undefined);
  const standard = parsed.success && parsed.data !== undefined ? String(parsed.data) : '';
  return standard === '' ? undefined : standard;
}

/** Ignores empty variables, which compose files and shells produce. */
function parse<S extends z.ZodObject>(object: S, source: Source, required: readonly string[]): z.output<S> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const isProduction = given['NODE_ENV'] === 'production';
  const missing = isProduction ? required.filter((name) => given[name] === undefined) : [];
  const result = object.safeParse(given);
  const issues = result.success ? [] : result.error.issues;
  const problems = new Map(missing.map((variable) => [variable, 'must be given in production']));
  for (const issue of issues) {
    const variable = String(issue.path[0]);
    if (!problems.has(variable)) problems.set(variable, given[variable] === undefined ? MISSING : issue.message);
  }
  for (const [variable, value] of isProduction && result.success ? Object.entries(result.data) : []) {
    const problem = typeof value === 'string' ? findProductionProblem(variable, value) : undefined;
    if (problem !== undefined) problems.set(variable, problem);
  }
  if (!result.success || problems.size > 0) {
    throw new EnvironmentError([...problems].map(([variable, problem]) => ({ variable, problem })));
  }
  return result.data;
}

const MISSING = 'is missing (`npm start` sets it; set it yourself for a process that you start by hand)';
