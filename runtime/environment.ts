import { z } from 'zod';
import { capacityVariables } from './capacity';
import { checkoutVariables } from './checkout-variables';
import { drainVariables } from './drain-variables';
import { rateVariables } from './rate-variables';
import { temporalVariables } from './temporal-variables';
import { tracingVariables } from './tracing/tracing-variables';
import { keys32, networks, port, url } from './variable-kinds';

/*
 * The one place where configuration enters. Each process calls it once at its start and passes values on: no other file reads
 * process.env, and a wrong value is refused at the start by name instead of surfacing in the middle of a payment.
 */

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });

const loopbackNetworks = '127.0.0.0/8,::1/128';

const workflowsError = { error: 'must be a whole number from 1 to 1000' };

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('In production nothing has a development default: addresses and secrets must be given'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of what the local start keeps: databases, secrets, logs'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address that every process listens on'),
  API_PORT: port(8080).describe('Port of the API'),
  API_METRICS_PORT: port(8083).describe(
    'Port of the metrics of the API, which is not for the public: 0 for any that is free',
  ),
  WORKER_PORT: port(8081).describe('Port of the health and metrics of the worker'),
  SANDBOX_PORT: port(8082).describe('Port of the sandbox acquirer'),
  WEB_PORT: port(3000).describe('Port of the documentation site'),
  CHECKOUT_PORT: port(3001).describe('Port of the checkout: the hosted payment page and its script'),
  POSTGRES_PORT: port(5433).describe('Port of the PostgreSQL that the local start runs'),
  TEMPORAL_PORT: port(7233).describe('Port of the Temporal server that the local start runs'),
  TEMPORAL_UI_PORT: port(8233).describe('Port of the Temporal UI that the local start runs'),
  DATABASE_URL: postgresUrl.describe(
    'The record: a PostgreSQL database. The local start runs one when it is not given',
  ),
  SANDBOX_DATABASE_URL: postgresUrl
    .optional()
    .describe("The sandbox acquirer's own record; a database apart from ours, as a real acquirer's would be"),
  ...temporalVariables,
  ...capacityVariables,
  ...drainVariables,
  WORKFLOW_STACK_TRACES: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .describe(
      'Whether the worker notes where workflows wait, for `temporal workflow stack`: a twelfth of its processor time',
    ),
  ENCRYPTION_KEY: keys32.describe(
    'Encrypts card tokens and webhook private keys at rest: base64 of 32 bytes. Several, separated by commas, while one takes ' +
      'the place of another: the first encrypts, all decrypt',
  ),
  TOKEN_SIGNING_KEY: keys32.describe(
    'Signs access tokens and quotes: base64 of 32 bytes. Several, separated by commas: the first signs, all verify',
  ),
  SANDBOX_URL: url('http://127.0.0.1:8082').describe('Where the sandbox acquirer answers'),
  SANDBOX_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe("Base of the sandbox acquirer's pages as payers reach them, where that is not SANDBOX_URL"),
  SANDBOX_SECRET: z
    .string()
    .min(16, { error: 'must have at least 16 characters' })
    .optional()
    .describe(
      'Shared secret of the sandbox acquirer (HMAC-SHA256); with it routes of test realms may name `sandbox`. Without it there is none',
    ),
  SANDBOX_BACKUP_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe('Where a second sandbox acquirer answers; with it shops’ routes may name `sandbox-backup`'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/, { error: 'must be a secret or restricted key of Stripe (sk_… or rk_…)' })
    .optional()
    .describe('Key of a Stripe account; with it shops’ routes may name the connector `stripe`'),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .startsWith('whsec_', { error: 'must be the signing secret of a webhook endpoint of Stripe (whsec_…)' })
    .optional()
    .describe('Signing secret of the Stripe webhook endpoint <API_URL>/callbacks/stripe'),
  API_URL: url('http://127.0.0.1:8080').describe('Public base of the API, as payers and connectors reach it'),
  SITE_URL: url('http://127.0.0.1:3000').describe(
    'Public base of the documentation site; also an origin allowed by CORS',
  ),
  CHECKOUT_URL: url('http://127.0.0.1:3001').describe(
    'Public base of the checkout; an origin of its own, where nothing else may be served',
  ),
  ...checkoutVariables,
  WEBHOOK_ALLOWED_NETWORKS: networks
    .optional()
    .describe('Private networks that webhooks may reach all the same; loopback in development, none in production'),
  WEBHOOK_WORKFLOWS: z.coerce
    .number(workflowsError)
    .int(workflowsError)
    .min(1, workflowsError)
    .max(1_000, workflowsError)
    .default(50)
    .describe(
      'How many subjects of one webhook in trouble have a workflow each; from then on one workflow of the endpoint attempts ' +
        'them in batches. Each costs as much as a payment, and nobody reads more of them one by one',
    ),
  TRUSTED_PROXIES: networks
    .default([])
    .describe(
      'Networks of the balancers in front of the API: the address of a payer is the right-most of X-Forwarded-For ' +
        'that is in none of them. Without it the header is ignored',
    ),
  FILES_S3_BUCKET: z
    .string()
    .min(1)
    .optional()
    .describe('Bucket of the files of reports. Without it they rest in DATA_DIR, which API and worker must then share'),
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
    .optional()
    .describe("Address of a store that speaks S3, where it is not Amazon's"),
  FILES_S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  FILES_S3_ACCESS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .describe('Access key of the bucket; else as the AWS SDK finds it'),
  FILES_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of that access key'),
  ...rateVariables,
  ...tracingVariables,
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('Least severe level that is written'),
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

const checkoutSchema = schema.pick({
  NODE_ENV: true,
  HOST: true,
  CHECKOUT_PORT: true,
  CHECKOUT_URL: true,
  CHECKOUT_FRAME_ANCESTORS: true,
  CHECKOUT_COUNTRY: true,
  CHECKOUT_GOOGLE_PAY_GATEWAY: true,
  CHECKOUT_GOOGLE_PAY_MERCHANT_ID: true,
  CHECKOUT_APPLE_PAY_SESSION_URL: true,
  CHECKOUT_SAMSUNG_PAY_SERVICE_ID: true,
  DRAIN_SECONDS: true,
  API_URL: true,
  LOG_LEVEL: true,
});

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

/** By kind of process; the platform is API, worker and command line. */
export const schemas = { platform: schema, sandbox: sandboxSchema, checkout: checkoutSchema, codec: codecSchema };

type Source = Readonly<Record<string, string | undefined>>;
type VariableName = keyof typeof schema.shape;

/** What the API and the worker are told. */
export type Environment = Omit<z.output<typeof schema>, 'WEBHOOK_ALLOWED_NETWORKS'> & {
  WEBHOOK_ALLOWED_NETWORKS: string[];
};

/** What the sandbox acquirer is told: it holds none of our keys, as a real one would not. */
export type SandboxEnvironment = z.output<typeof sandboxSchema>;

/** What the checkout is told: it holds no secret at all. */
export type CheckoutEnvironment = z.output<typeof checkoutSchema>;

/** What the codec server of Temporal UI is told: of our secrets the keys of payloads alone. */
export type CodecEnvironment = z.output<typeof codecSchema>;

/** Names with no development default: a production process does not start without them. */
export const requiredInProduction = [
  'DATABASE_URL',
  'TEMPORAL_ADDRESS',
  'ENCRYPTION_KEY',
  'TOKEN_SIGNING_KEY',
] as const satisfies readonly VariableName[];

/** A variable that is missing or wrong. The message names each one and never repeats a value, which may be a secret. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(readonly problems: readonly { variable: string; problem: string }[]) {
    const lines = problems.map(({ variable, problem }) => `  ${variable}: ${problem}`);
    super(
      `The environment is not usable:\n${lines.join('\n')}\nSee \`npm run holdfast -- config\` for every variable.`,
    );
  }
}

/** Reads and checks the environment of the API, the worker and the command line; throws EnvironmentError. */
export function loadEnvironment(source: Source = process.env): Environment {
  const environment = parse(schema, source, requiredInProduction);
  return {
    ...environment,
    WEBHOOK_ALLOWED_NETWORKS:
      environment.WEBHOOK_ALLOWED_NETWORKS ??
      networks.parse(environment.NODE_ENV === 'production' ? '' : loopbackNetworks),
  };
}

/** Reads and checks the environment of the sandbox acquirer; throws EnvironmentError. */
export function loadSandboxEnvironment(source: Source = process.env): SandboxEnvironment {
  return parse(sandboxSchema, source, ['SANDBOX_DATABASE_URL', 'SANDBOX_SECRET']);
}

/** Reads and checks the environment of the checkout; throws EnvironmentError. */
export function loadCheckoutEnvironment(source: Source = process.env): CheckoutEnvironment {
  return parse(checkoutSchema, source, []);
}

/** Reads and checks the environment of the codec server; throws EnvironmentError. */
export function loadCodecEnvironment(source: Source = process.env): CodecEnvironment {
  return parse(codecSchema, source, []);
}

/** One row a variable, for `npm run holdfast -- config` and the documentation. */
export type EnvironmentVariable = {
  name: string;
  description: string;
  /** What holds when it is not given; absent where there is none. */
  standard?: string;
  isRequiredInProduction: boolean;
};

/** Every variable there is, in the order of the schema. */
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

/** An empty variable counts as one that is not given: compose files and shells produce them. */
function parse<S extends z.ZodObject>(object: S, source: Source, required: readonly string[]): z.output<S> {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const isProduction = given['NODE_ENV'] === 'production';
  const missing = isProduction ? required.filter((name) => given[name] === undefined) : [];
  const result = object.safeParse(given);
  const issues = result.success ? [] : result.error.issues;
  const problems = new Map(missing.map((variable) => [variable, 'must be given in production']));
  for (const issue of issues) {
    const variable = String(issue.path[0]);
    if (!problems.has(variable)) problems.set(variable, given[variable] === undefined ? absence : issue.message);
  }
  if (!result.success || problems.size > 0) {
    throw new EnvironmentError([...problems].map(([variable, problem]) => ({ variable, problem })));
  }
  return result.data;
}

const absence = 'is missing (`npm start` generates or runs it; a process started by hand must be given it)';
