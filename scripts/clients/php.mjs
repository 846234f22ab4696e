// The PHP client of openapi-generator; its HTTP library is unpacked from Debian packages.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openapiGenerator } from './openapi-generator.mjs';

const programs = fileURLToPath(new URL('programs', import.meta.url));

const PACKAGES = [
  ...['guzzle', 'promises', 'psr7'].map((name) => `php-guzzlehttp-${name}`),
  ...['client', 'factory', 'message'].map((name) => `php-psr-http-${name}`),
  'php-getallheaders',
  'php-symfony-deprecation-contracts',
].join(' ');

/** A new machine has no package lists. */
const UNPACK = `apt-get download ${PACKAGES} || { apt-get update && apt-get download ${PACKAGES}; }
for package in *.deb; do dpkg-deb -x "$package" .; rm "$package"; done`;

export const phpSettings = (tools) => [
  '-d',
  `include_path=${join(tools, 'usr/share/php')}`,
  '-d',
  'error_reporting=E_ALL & ~E_DEPRECATED',
];

export const php = {
  name: 'php',
  version: openapiGenerator.version,
  needs: ['php', 'java', 'mvn'],
  fetch: (folder) => {
    writeFileSync(join(folder, 'pom.xml'), openapiGenerator.writeProject());
    return [openapiGenerator.copy(folder), { command: 'sh', args: ['-ec', UNPACK], cwd: folder }];
  },
  steps: ({ tools, folder, document, samples }) => {
    cpSync(join(programs, 'client.php'), join(folder, 'client.php'));
    const inClient = (program) => {
      cpSync(join(programs, program), join(folder, program));
      return { command: 'php', args: [...phpSettings(tools), program], cwd: folder };
    };
    return [
      openapiGenerator.generate({ tools, folder, language: 'php', document }),
      inClient('compile.php'),
      ...(samples.length > 0 ? [inClient('unions.php')] : []),
    ];
  },
};
