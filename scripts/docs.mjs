// `npm run docs`: renders data into the tables of the documents below, after `npm run build`. `npm run trace` prints docs/trace.yaml
// as Markdown.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import prettier from 'prettier';
import { parse } from 'yaml';
import { root } from './run.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const group = (value) => value.toLocaleString('en-US');
const sum = (rows, key) => rows.reduce((total, row) => total + row[key], 0);
const renderTable = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map((cell) => cell ?? '').join(' | ')} |`).join('\n');

function getLatestBenches() {
  const file = readdirSync(join(root, 'tests/bench/results')).sort().at(-1);
  return JSON.parse(read(`tests/bench/results/${file}`));
}

function renderBenches() {
  const rows = getLatestBenches().benches.map(({ name, measures, figure, target, isReached }) => [
    `\`${name}\``,
    measures,
    figure,
    `${target}${isReached ? '' : ', **missed**'}`,
  ]);
  return renderTable(['bench', 'measures', 'figure', 'target'], rows);
}

function renderLifecycleCost() {
  const rows = getLatestBenches().lifecycleCost.map(({ part, sqlite, postgresql, spentOn }) => [
    part,
    ...[...sqlite, ...postgresql].map((ms) => ms ?? '–'),
    spentOn,
  ]);
  return renderTable(['part', 'ms', 'floor', 'ms on PostgreSQL', 'floor on PostgreSQL', 'spent on'], rows);
}

function renderFamilies() {
  const { experiments } = JSON.parse(read('tests/faults/results.json')).whole;
  const rows = parse(read('docs/trust.yaml')).map(({ family, names, faults }) => {
    const own = experiments.filter((each) => !each.obstacle && names.some((name) => each.name.startsWith(name)));
    const times = own.flatMap(({ slowestRecoveryMs = {} }) => Object.values(slowestRecoveryMs));
    const recovery = times.length === 0 ? '–' : `${(Math.max(...times) / 1000).toFixed(1)} s`;
    return [family, faults, ...['operations', 'faults', 'violations'].map((key) => group(sum(own, key))), recovery];
  });
  return renderTable(['family', 'faults', 'operations', 'injected', 'violations', 'slowest recovery'], rows);
}

function renderRuns() {
  const { runs } = JSON.parse(read('tests/faults/results.json'));
  const counts = ['minutes', 'operations', 'faults', 'kills', 'violations'];
  const keys = [...new Set(runs.map(({ date, revision, experiments }) => [date, revision, experiments].join(' | ')))];
  const rows = keys.map((key) => {
    const own = runs.filter(({ date, revision, experiments }) => [date, revision, experiments].join(' | ') === key);
    const seeds = [Math.min(...own.map((run) => run.seeds[0])), Math.max(...own.map((run) => run.seeds[1]))];
    return [key, seeds.join(' to '), ...counts.map((count) => group(sum(own, count)))];
  });
  const total = ['**all**', '', '', '', ...counts.map((count) => `**${group(sum(runs, count))}**`)];
  const head = [
    'date',
    'revision',
    'experiments',
    'seeds',
    'minutes',
    'operations',
    'faults',
    '`kill -9`',
    'violations',
  ];
  return renderTable(head, [...rows, total]);
}

/** Required fields, then optional ones in brackets; `=` has the default. */
function renderAccounts() {
  const { CONNECTOR_KINDS } = createRequire(import.meta.url)('../dist/connectors/kinds.js');
  const describe = ({ name, label, options, isRequired, ...field }) => {
    const byDefault = typeof field.default === 'object' || field.default === undefined ? '' : ` = \`${field.default}\``;
    const values = options && options.length < 5 ? `: ${options.map((each) => `\`${each}\``).join(', ')}` : '';
    const text = `\`${name}\` ${label.en}${byDefault}${values}`;
    return isRequired ? text : `[${text}]`;
  };
  const list = (fields) => fields.map(describe).join('; ');
  const rows = CONNECTOR_KINDS.map(({ name, credentials, settings }) => [
    `\`${name}\``,
    list(credentials),
    list(settings),
  ]);
  return renderTable(['connector', 'credentials', 'settings'], rows);
}

/** The document with each table between its markers, `<!-- benches -->` and `<!-- /benches -->`, in Prettier's format. */
async function renderDocument(file, tables) {
  let text = read(file);
  for (const [name, render] of Object.entries(tables)) {
    const [before, rest] = text.split(`<!-- ${name} -->`);
    const after = rest?.split(`<!-- /${name} -->`)[1];
    if (after === undefined) throw new Error(`${file} has no <!-- ${name} --> … <!-- /${name} -->`);
    text = `${before}<!-- ${name} -->\n\n${render()}\n\n<!-- /${name} -->${after}`;
  }
  const options = await prettier.resolveConfig(join(root, file));
  return prettier.format(text, { ...options, filepath: file });
}

function printTrace() {
  for (const [document, sections] of Object.entries(parse(read('docs/trace.yaml')))) {
    console.log(`## ${document}\n`);
    for (const [section, statements] of Object.entries(sections)) {
      const rows = Object.entries(statements).map(([statement, proofs]) => [
        statement,
        proofs.map((proof) => `\`${proof}\``).join('<br>'),
      ]);
      console.log(`### ${section}\n\n${renderTable(['statement', 'proofs'], rows)}\n`);
    }
  }
}

const documents = {
  'docs/connectors.md': { 'account fields': renderAccounts },
  'docs/performance.md': { benches: renderBenches, 'lifecycle cost': renderLifecycleCost },
  'docs/trust.md': { families: renderFamilies, runs: renderRuns },
};

if (process.argv[2] === 'trace') {
  printTrace();
} else {
  for (const [file, tables] of Object.entries(documents)) {
    const text = await renderDocument(file, tables);
    if (text === read(file)) continue;
    if (process.argv[2] === '--check') {
      console.error(`${file} is not current: run npm run docs`);
      process.exitCode = 1;
    } else writeFileSync(join(root, file), text);
  }
}
