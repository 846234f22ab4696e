// `node scripts/release.mjs check v1.2.3` fails if package.json, the chart or the changelog has another version;
// `node scripts/release.mjs notes v1.2.3` prints the section of the changelog. Needs no package.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

/** The text below `## 1.2.3` or `## 1.2.3 (2026-01-31)`. */
export function readSection(changelog, version) {
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.split(/[\s(]/)[0] === version);
  return section?.slice(section.indexOf('\n')).trim();
}

export function findProblems(tag, { packageJson, chart, changelog }) {
  const version = tag.replace(/^v/, '');
  const own = JSON.parse(packageJson).version;
  const ofChart = (name) => new RegExp(`^${name}: (\\S+)$`, 'm').exec(chart)?.[1];
  return [
    own === version ? undefined : `package.json has ${own}`,
    ...['version', 'appVersion'].map((name) =>
      ofChart(name) === version ? undefined : `${name} of Chart.yaml is ${ofChart(name)}`,
    ),
    readSection(changelog, version) ? undefined : `CHANGELOG.md has no section "## ${version}"`,
  ].filter((problem) => problem !== undefined);
}

const [command, tag] = process.argv.slice(2);
if (command === 'check' || command === 'notes') {
  const changelog = read('CHANGELOG.md');
  const given = { packageJson: read('package.json'), chart: read('deploy/helm/holdfast/Chart.yaml'), changelog };
  const problems = findProblems(tag, given);
  if (problems.length > 0) {
    console.error(`${tag} does not match: ${problems.join('; ')}. See docs/releasing.md.`);
    process.exitCode = 1;
  } else if (command === 'notes') console.log(readSection(changelog, tag.replace(/^v/, '')));
}
