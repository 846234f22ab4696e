// `npm run advisories`: holds package-lock.json to the published advisories. Each finding is mended or explained in
// config/advisories.json with a reason and a day until which the reason is good. Exit code 1: a finding without a good
// explanation, or an explanation without a finding. Exit code 3: the advisories were not reachable, so that nothing is known.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const NOTHING_KNOWN = 3;
const MOST_BYTES = 64 * 1024 * 1024;

/** Asks the registry (`--registry` of the command line goes to npm) about every package of the lock file. */
function audit() {
  const args = ['audit', '--json', '--package-lock-only', ...process.argv.slice(2)];
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: MOST_BYTES });
  try {
    const answer = JSON.parse(stdout);
    return answer.vulnerabilities ? answer : { problem: answer.message ?? answer.error?.summary ?? 'no answer' };
  } catch {
    return { problem: 'npm audit gave no answer' };
  }
}

/** One of each advisory, with the packages that it is about: `via` names either an advisory or another package that has one. */
function advisoriesOf({ vulnerabilities }) {
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
  console.log(`The advisories were not reachable (${answer.problem}): nothing is known.`);
  console.log('0 passed, 1 failed');
  process.exit(NOTHING_KNOWN);
}
const explained = JSON.parse(readFileSync(join(root, 'config/advisories.json'), 'utf8'));
const today = new Date().toLocaleDateString('sv');
const found = advisoriesOf(answer);
const faults = [];
for (const one of found) {
  const explanation = explained[one.id];
  const line = `${one.id} ${one.severity} ${one.package} ${one.range}: ${one.title}`;
  if (!explanation) faults.push(`${line}\n  mend it, or explain it in config/advisories.json`);
  else if (!explanation.reason || !(explanation.until >= today))
    faults.push(`${line}\n  its explanation was good until ${explanation.until}`);
  else console.log(`${line}\n  ${explanation.reason} (until ${explanation.until})`);
}
for (const id of Object.keys(explained)) {
  if (!found.some((one) => one.id === id))
    faults.push(`${id} is explained in config/advisories.json, and is no finding any more`);
}
faults.forEach((fault) => console.log(`✗ ${fault}`));
console.log(`${answer.metadata.dependencies.total} packages, ${found.length} advisories`);
console.log(`\n${faults.length === 0 ? 1 : 0} passed, ${faults.length} failed`);
process.exit(faults.length === 0 ? 0 : 1);
