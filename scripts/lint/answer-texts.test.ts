import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Lints a text by the rule as the repository's configuration has it for a file; without types, which would take minutes. */
const LINT = `
  import { ESLint, Linter } from 'eslint';
  import tseslint from 'typescript-eslint';
  const [file, text] = process.argv.slice(1);
  const { rules } = await new ESLint().calculateConfigForFile(file);
  const config = { languageOptions: { parser: tseslint.parser }, rules: { 'no-restricted-syntax': rules['no-restricted-syntax'] } };
  const lines = new Linter().verify(text, [{ files: ['**/*.ts'], ...config }], 'x.ts').map(({ line }) => line);
  process.stdout.write(JSON.stringify([...new Set(lines)]));
`;

const TEXT = [
  `declare const answer: { code: string; message?: string; reason: string; text: string };`,
  `export const wrong = [`,
  `  answer.message?.includes('not found'),`,
  `  answer.reason.split(': '),`,
  `  answer.text.startsWith('only '),`,
  `  /^only \\d+/.test(answer.reason),`,
  `  /^only \\d+/.exec(answer.message ?? ''),`,
  `];`,
  `export const right = [answer.code.startsWith('invalid'), answer.reason, /^\\d+$/.test(answer.code)];`,
].join('\n');

test.each(['console/page/parts/reason-text.ts', 'checkout/page/outcomes.ts', 'cli/operations.ts'])(
  'a decision by the words of an answer is an error in %s',
  (file) => {
    const options = ['--input-type=module', '--eval', LINT, '--', file, TEXT];
    const { stdout, stderr } = spawnSync(process.execPath, options, { cwd: ROOT, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual(['[3,4,5,6,7]', '']);
  },
  60_000,
);
