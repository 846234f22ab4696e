// Reads a table out of a TypeScript module that imports nothing but types.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { transformSync } from '@swc/core';

/** What a module exports. Evaluated without `require`: a module that imports anything else would not be a plain table. */
export function evaluate(file: string): Record<string, unknown> {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
  });
  const exports: Record<string, unknown> = {};
  vm.runInNewContext(code, { exports }, { filename: file });
  return exports;
}
