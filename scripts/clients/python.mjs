// The Python client of openapi-python-client.
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '0.29.1';
const PIP_INSTALL = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];

const programs = fileURLToPath(new URL('programs', import.meta.url));

export const python = {
  name: 'python',
  version: VERSION,
  needs: ['python3'],
  // A virtual environment could not be moved.
  fetch: (folder) => [
    { command: 'python3', args: [...PIP_INSTALL, '--target', folder, `openapi-python-client==${VERSION}`] },
  ],
  steps: ({ tools, folder, document, samples }) => {
    // Formatters need not be installed.
    writeFileSync(join(folder, 'config.yml'), 'post_hooks: []\n');
    const client = join(folder, 'client');
    const env = { PYTHONPATH: [tools, client].join(':') };
    const generate = ['generate', '--path', `${document}.json`, '--config', 'config.yml', '--output-path', client];
    const inClient = (program, ...args) => {
      cpSync(join(programs, program), join(folder, program));
      return { command: 'python3', args: [program, ...args], cwd: folder, env };
    };
    return [
      { command: 'python3', args: ['-m', 'openapi_python_client', ...generate, '--fail-on-warning'], cwd: folder, env },
      { command: 'python3', args: ['-m', 'compileall', '-q', client], cwd: folder },
      ...(samples.length > 0 ? [inClient('unions.py', packageName(document))] : []),
    ];
  },
};

function packageName(document) {
  return `holdfast_${document.replaceAll('-', '_')}${document.endsWith('-events') ? '' : '_api'}_client`;
}
