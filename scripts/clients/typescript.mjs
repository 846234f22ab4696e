// The types of openapi-typescript. The package of TypeScript calls the platform with them.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary } from '../run.mjs';

export const compilerOptions = {
  strict: true,
  outDir: 'compiled',
  skipLibCheck: true,
  target: 'es2022',
  module: 'commonjs',
  moduleResolution: 'node10',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

const calls = {
  payments: `
import type { components } from './client';
type Schemas = components['schemas'];

export const payment: Schemas['PaymentParams'] = {
  flow: { type: 'PaymentFlowInstant' },
  payer: { payerType: 'CustomerPayer', customerID: 'customer' },
};

export function addressOf({ userInteraction }: Schemas['PaymentInteractionRequested']): string {
  return userInteraction.interactionType === 'Redirect' ? userInteraction.request.uriTemplate : '';
}

// @ts-expect-error unknown topic
export const scope: Schemas['WebhookParams']['scope'] = { topic: 'none', shopID: 'shop', eventTypes: [] };
`,
  wallets: `
import type { components } from './client';
// @ts-expect-error unknown topic
export const scope: components['schemas']['WebhookParameters']['scope'] = { topic: 'none', eventTypes: [] };
`,
};

const dependencies = { 'openapi-typescript': '7.13.0', 'openapi-fetch': '0.17.0', typescript: '5.9.3' };

export const openapiTypescript = {
  name: 'openapi-typescript',
  version: dependencies['openapi-typescript'],
  needs: ['npm'],
  fetch: (folder) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
    return [{ command: 'npm', args: ['install', '--no-audit', '--no-fund', '--silent'], cwd: folder }];
  },
  steps: ({ tools, folder, document, samples }) => {
    symlinkSync(join(tools, 'node_modules'), join(folder, 'node_modules'), 'dir');
    writeFileSync(join(folder, 'call.ts'), calls[document] ?? `export type * from './client';\n`);
    writeFileSync(join(folder, 'unions.ts'), IMPORTS + samples.map(writeReading).join(''));
    const files = ['call.ts', 'unions.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    return [
      {
        command: join(tools, 'node_modules/.bin/openapi-typescript'),
        args: [`${document}.json`, '-o', 'client.ts'],
        cwd: folder,
      },
      { command: binary('tsc'), args: ['-p', '.'], cwd: folder },
      { command: process.execPath, args: ['compiled/call.js'], cwd: folder },
    ];
  },
};

const IMPORTS = "import type { components } from './client';\ntype Schemas = components['schemas'];\n";

/** Code that the compiler accepts only if the union is discriminated by its field. */
function writeReading({ union, propertyName, kind, variant, value }, index) {
  return `
const value${index}: Schemas['${union}'] = ${JSON.stringify(value)};
export const read${index} = (union: Schemas['${union}'] = value${index}): Schemas['${variant}'] | undefined =>
  union.${propertyName} === '${kind}' ? union : undefined;
`;
}
