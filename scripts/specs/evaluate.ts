// Reads tables out of TypeScript modules that import nothing but types and one another: they are not compiled yet.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';

/** What a module exports. It finds modules beside it alone: one that imports a package would not be a plain table. */
export function evaluate(file: string): Record<string, unknown> {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const exports: Record<string, unknown> = {};
  const require = (name: string) => {
    if (!name.startsWith('.')) throw new Error(`${file} imports ${name}: a table imports no package`);
    return evaluate(`${path.resolve(path.dirname(file), name)}.ts`);
  };
  vm.runInNewContext(code, { exports, require }, { filename: file });
  return exports;
}
