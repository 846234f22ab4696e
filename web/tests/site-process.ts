import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const web = resolve(__dirname, '..');
const checkout = resolve(web, '..');

export interface SiteProcess {
  url: string;
  lines: string[];
  stop: () => Promise<void>;
}

export interface BuildOptions {
  content?: string;
  specifications?: string;
  environment?: Record<string, string>;
  configuration?: Configuration;
}

type Configuration = Record<string, unknown> & { favicon: string };

export async function buildSite(name: string, options: BuildOptions = {}): Promise<{ folder: string; output: string }> {
  const folder = resolve(web, `../.cache/web-tests/${name}-${process.pid}`);
  const source = options.configuration ? copyWith(options.configuration, `${folder}-source`) : web;
  try {
    const output = await runScript(['dist/web/builder/main.js'], {
      WEB_ROOT: source,
      WEB_BUILD_DIR: folder,
      ...(options.content ? { CONTENT_DIR: options.content } : {}),
      ...(options.specifications ? { SPECS_DIR: options.specifications } : {}),
      ...options.environment,
    });
    return { folder, output };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    if (source !== web) rmSync(source, { recursive: true });
  }
}

function copyWith(configuration: Configuration, folder: string): string {
  cpSync(web, folder, {
    recursive: true,
    filter: (path) => path !== join(web, 'build') && path !== join(web, 'tests'),
  });
  // The site imports pieces of this folder.
  const ui = resolve(folder, '../ui');
  if (!existsSync(ui)) symlinkSync(join(checkout, 'ui'), ui);
  renameSync(join(folder, 'site.config.ts'), join(folder, 'own.config.ts'));
  renameSync(join(folder, 'public/favicon.svg'), join(folder, 'public', configuration.favicon));
  writeFileSync(
    join(folder, 'site.config.ts'),
    `import { siteConfig as own } from './own.config';\nexport const siteConfig = { ...own, ...${JSON.stringify(configuration)} };\n`,
  );
  return folder;
}

const started: ChildProcess[] = [];

export async function stopSites(): Promise<void> {
  await Promise.all(started.splice(0).map(stop));
}

/**
 * Starts the site from a build (the project's own by default, built if missing). Pages are not rendered ahead unless
 * `environment` enables it, which takes ten seconds of CPU time.
 */
export async function startSite(
  options: { folder?: string; environment?: Record<string, string> } = {},
): Promise<SiteProcess> {
  const folder = options.folder ?? process.env['WEB_BUILD_DIR'] ?? join(web, 'build');
  if (!existsSync(join(folder, 'server/index.js'))) await runScript(['scripts/build.mjs', 'site'], {});
  const lines: string[] = [];
  const child = spawn(process.execPath, [join(checkout, 'dist/web/server/main.js')], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      WEB_BUILD_DIR: folder,
      WEB_PORT: '0',
      HOST: '127.0.0.1',
      RENDER_AHEAD: '0',
      ...options.environment,
    },
  });
  started.push(child);
  const url = await listeningUrl(child, lines);
  return { url, lines, stop: () => stop(child) };
}

function listeningUrl(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((done, fail) => {
    child.once('exit', (code) => fail(new Error(`the site ended with ${code}:\n${lines.join('\n')}`)));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const entry = line.startsWith('{') ? (JSON.parse(line) as { msg: string; url: string }) : undefined;
        if (entry?.msg === 'listening') done(entry.url);
      });
    }
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

function runScript([script, ...args]: [string, ...string[]], environment: Record<string, string>): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(checkout, script), ...args], {
      env: { ...process.env, NODE_ENV: 'production', ...environment },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
    child.once('exit', (code) => (code === 0 ? done(output) : fail(new Error(output))));
  });
}
