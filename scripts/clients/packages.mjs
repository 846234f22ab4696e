// The packages of `packages/`: a client of each API, generated here, and the check of webhook signatures, written by hand. Each is packed, and
// its test calls the platform from the installed archive.
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { binary, root } from '../run.mjs';
import { openapiGenerator } from './openapi-generator.mjs';
import { php, phpSettings } from './php.mjs';
import { python } from './python.mjs';
import { openapiTypescript } from './typescript.mjs';

const programs = fileURLToPath(new URL('programs', import.meta.url));

/** The specifications that the packages are generated from. */
export const packagedDocuments = ['payments', 'wallets', 'payments-webhook-events', 'wallets-webhook-events'];
const CALLED = ['payments', 'wallets'];

const INDEX = `import { randomBytes } from 'node:crypto';
import createClient, { type Client } from 'openapi-fetch';
import type { components as PaymentsMessages } from './payments-webhook-events.js';
import type { components as Payments, paths as PaymentsPaths } from './payments.js';
import type { components as WalletsMessages } from './wallets-webhook-events.js';
import type { components as Wallets, paths as WalletsPaths } from './wallets.js';

export * from './webhooks.js';
export type PaymentsSchemas = Payments['schemas'];
export type PaymentsEvent = PaymentsMessages['schemas']['PaymentsWebhookEvent'];
export type WalletsSchemas = Wallets['schemas'];
export type WalletsEvent = WalletsMessages['schemas']['WalletsWebhookEvent'];

export interface ClientOptions {
  /** The platform's address without a path. */
  url: string;
  apiKey: string;
}

export function requestID(): { 'X-Request-ID': string } {
  return { 'X-Request-ID': randomBytes(16).toString('hex') };
}

export function paymentsClient({ url, apiKey }: ClientOptions): Client<PaymentsPaths> {
  return createClient({ baseUrl: \`\${url}/v2\`, headers: { Authorization: \`Bearer \${apiKey}\` } });
}

export function walletsClient({ url, apiKey }: ClientOptions): Client<WalletsPaths> {
  return createClient({ baseUrl: \`\${url}/wallet/v0\`, headers: { Authorization: \`Bearer \${apiKey}\` } });
}
`;

const compilerOptions = {
  strict: true,
  declaration: true,
  outDir: 'dist',
  rootDir: 'src',
  skipLibCheck: true,
  target: 'es2022',
  module: 'nodenext',
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};

/** `folder` has the specifications, and in `package` what is committed of the package; the archive goes to `archives`. */
export const packages = [
  {
    name: 'typescript',
    generator: openapiTypescript,
    steps: ({ tools, folder, archives }) => {
      const source = join(folder, 'package');
      symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'), 'dir');
      writeFileSync(join(source, 'src/index.ts'), INDEX);
      writeFileSync(join(source, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
      const generate = packagedDocuments.map((document) => ({
        command: join(tools, 'node_modules/.bin/openapi-typescript'),
        args: [`${document}.json`, '-o', `package/src/${document}.ts`],
        cwd: folder,
      }));
      const checkTypes = ['--noEmit', '--allowJs', '--checkJs', '--skipLibCheck', '--target', 'es2022'];
      const asNode = ['--module', 'nodenext', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      const use = join(folder, 'use');
      const install = 'mkdir use && cp package/client.test.mjs use/ && cd use && echo "{}" > package.json';
      return [
        ...generate,
        { command: binary('tsc'), args: ['-p', 'package'], cwd: folder },
        { command: 'npm', args: ['pack', '--silent', '--pack-destination', archives], cwd: source },
        {
          command: 'sh',
          args: ['-ec', `${install} && npm install --silent --no-audit --no-fund "$ARCHIVES"/holdfast-client-*.tgz`],
          cwd: folder,
          env: { ARCHIVES: archives },
        },
        { command: binary('tsc'), args: [...checkTypes, ...asNode, 'client.test.mjs'], cwd: use },
        { command: process.execPath, args: ['client.test.mjs'], cwd: use },
      ];
    },
  },
  {
    name: 'python',
    generator: python,
    steps: ({ tools, folder, archives }) => {
      writeFileSync(join(folder, 'config.yml'), 'post_hooks: []\n');
      const generate = CALLED.map((document) => {
        const settings = ['--config', 'config.yml', '--meta', 'none'];
        const places = ['--path', `${document}.json`, '--output-path', `package/holdfast_client/${document}`];
        const args = ['-m', 'openapi_python_client', 'generate', ...settings, ...places];
        return { command: 'python3', args, cwd: folder, env: { PYTHONPATH: tools } };
      });
      const pip = (...args) => ['-m', 'pip', ...args, '--quiet', '--disable-pip-version-check'];
      return [
        ...generate,
        { command: 'python3', args: pip('wheel', '--no-deps', '-w', archives, './package'), cwd: folder },
        {
          command: 'sh',
          args: [
            '-ec',
            `python3 ${pip('install', '--target', 'installed').join(' ')} "$ARCHIVES"/holdfast_client-*.whl`,
          ],
          cwd: folder,
          env: { ARCHIVES: archives },
        },
        { command: 'python3', args: ['package/client_test.py'], cwd: folder, env: { PYTHONPATH: 'installed' } },
      ];
    },
  },
  {
    name: 'php',
    generator: php,
    steps: ({ tools, folder, archives }) => {
      cpSync(join(programs, 'client.php'), join(folder, 'client.php'));
      const generate = CALLED.flatMap((document) => {
        const space = document[0].toUpperCase() + document.slice(1);
        const { args, ...step } = openapiGenerator.generate({ tools, folder, language: 'php', document });
        const output = args.map((each) => (each === 'client' ? `generated/${document}` : each));
        return [
          { ...step, args: [...output, '--additional-properties', `invokerPackage=Holdfast\\${space}`] },
          { command: 'cp', args: ['-r', `generated/${document}/lib`, `package/${document}`], cwd: folder },
        ];
      });
      const pack = 'tar -czf "$ARCHIVES"/holdfast-client-php.tar.gz --exclude=client-test.php -C package .';
      const install = 'mkdir client && tar -xzf "$ARCHIVES"/holdfast-client-php.tar.gz -C client';
      return [
        ...generate,
        { command: 'sh', args: ['-ec', `${pack} && ${install}`], cwd: folder, env: { ARCHIVES: archives } },
        { command: 'php', args: [...phpSettings(tools), 'package/client-test.php'], cwd: folder },
      ];
    },
  },
];

/** Copies what is committed of a package. */
export function copyPackage(name, folder) {
  const source = join(root, 'packages', name);
  for (const file of readdirSync(source))
    cpSync(join(source, file), join(folder, 'package', file), { recursive: true });
}
