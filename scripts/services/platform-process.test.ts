import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { getEntryFile, getOptions, root } from './platform-process';

const { services } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as {
  services: Record<string, { command?: string[] }>;
};

test.each(['worker', 'sandbox', 'codec', 'checkout', 'console'] as const)(
  'the container of %s runs the command of npm start',
  (name) => {
    const given = ['node', '--enable-source-maps', ...getOptions(name), getEntryFile(name)];
    const there = services[name]?.command?.map((word) => word.replace(/^(\.\/)?dist\//, `${join(root, 'dist')}/`));
    expect(there).toEqual(given);
  },
);
