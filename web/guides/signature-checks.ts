import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadHighlight } from './highlight';
import { contentFolder } from './source-folders';

export interface SignatureCheck {
  language: string;
  label: string;
  file: string;
  code: string;
  html: string;
}

const PROGRAMS = [
  { language: 'node', label: 'Node.js', file: 'verify.mjs', syntax: 'javascript' },
  { language: 'php', label: 'PHP', file: 'verify.php', syntax: 'php' },
  { language: 'python', label: 'Python', file: 'verify.py', syntax: 'python' },
  { language: 'go', label: 'Go', file: 'verify.go', syntax: 'go' },
  { language: 'java', label: 'Java', file: 'Verify.java', syntax: 'java' },
];

export async function readSignatureChecks(): Promise<SignatureCheck[]> {
  const found = await Promise.all(
    PROGRAMS.map(async ({ syntax, ...program }) => {
      const code = await readFile(join(contentFolder, 'signature', program.file), 'utf8').catch(() => undefined);
      return code === undefined ? [] : [{ ...program, syntax, code: code.trimEnd() }];
    }),
  );
  const programs = found.flat();
  if (programs.length === 0) return [];
  const highlight = await loadHighlight();
  return programs.map(({ syntax, ...program }) => ({ ...program, html: highlight(program.code, syntax) }));
}
