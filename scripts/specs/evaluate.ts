// Evaluates TypeScript modules before they are compiled; they may import only types and one another.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';

/** The exports of a module. */
export function evaluate(file: string): Record<string, unknown> {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const exports: Record<string, unknown> = {};
  const require = (name: string) => {
    if (!name.startsWith('.')) throw new Error(`${file} imports ${name}: an evaluated module must not import packages`);
    return evaluate(`${path.resolve(path.dirname(file), name)}.ts`);
  };
  vm.runInNewContext(code, { exports, require }, { filename: file });
  return exports;
}
