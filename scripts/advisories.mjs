// `npm run advisories`: checks package-lock.json against published advisories. A finding is fixed, or explained in
// deploy/config/advisories.json with a reason and an expiry date. Exit code 1: a finding without a valid explanation, or an
// explanation without a finding. Exit code 3: the registry was not reachable.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const EXIT_UNREACHABLE = 3;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Audits all locked packages; command-line arguments such as `--registry` go to npm. */
function audit() {
  const args = ['audit', '--json', '--package-lock-only', ...process.argv.slice(2)];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
  try {
    const answer = JSON.parse(stdout);
    return answer.vulnerabilities ? answer : { problem: answer.message ?? answer.error?.summary ?? 'no answer' };
  } catch {
    return { problem: 'npm audit returned no JSON' };
  }
}

/** Each advisory once; `via` names an advisory or another affected package. */
function listAdvisories({ vulnerabilities }) {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const each of via.filter((one) => typeof one === 'object')) {
      const id = each.url?.split('/').at(-1) ?? String(each.source);
      found.set(id, { id, package: each.name, severity: each.severity, title: each.title, range: each.range });
    }
  }
  return [...found.values()];
}

const answer = audit();
if (answer.problem) {
  console.log(`The advisories were not reachable (${answer.problem}): try again later.`);
  console.log('0 passed, 1 failed');
  process.exit(EXIT_UNREACHABLE);
}
const explained = JSON.parse(readFileSync(join(root, 'deploy/config/advisories.json'), 'utf8'));
const today = new Date().toLocaleDateString('sv');
const found = listAdvisories(answer);
const faults = [];
for (const one of found) {
  const explanation = explained[one.id];
  const line = `${one.id} ${one.severity} ${one.package} ${one.range}: ${one.title}`;
  if (!explanation) faults.push(`${line}\n  fix it, or explain it in deploy/config/advisories.json`);
  else if (!explanation.reason || !(explanation.until >= today))
    faults.push(`${line}\n  its explanation expired on ${explanation.until}`);
  else console.log(`${line}\n  ${explanation.reason} (until ${explanation.until})`);
}
for (const id of Object.keys(explained)) {
  if (!found.some((one) => one.id === id))
    faults.push(`${id} is explained in deploy/config/advisories.json, but no longer found`);
}
faults.forEach((fault) => console.log(`✗ ${fault}`));
console.log(`${answer.metadata.dependencies.total} packages, ${found.length} advisories`);
console.log(`\n${faults.length === 0 ? 1 : 0} passed, ${faults.length} failed`);
process.exit(faults.length === 0 ? 0 : 1);
