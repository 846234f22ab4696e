// `npm run sbom`: writes the SBOM (CycloneDX) of the lock file to dist/sbom.cdx.json.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'];
const { stdout, status } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
if (status !== 0) process.exit(status ?? 1);
const { components } = JSON.parse(stdout);
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(root, 'dist/sbom.cdx.json'), stdout);
console.log(`dist/sbom.cdx.json: ${components.length} components`);
