import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { ApiSpecification } from '../../../site.config';
import type { OpenApiDocument } from '../openapi';
import { buildReference, type OperationModel } from '../reference';
import { where } from '../../../../tests/harness/where';
import { NEXT_STEPS } from './chain';
import { requestSamples } from './request-samples';
import { sampleValue } from './sample-value';

const folder = resolve(__dirname, '../../../../specs');
const documents = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, document: JSON.parse(readFileSync(join(folder, name), 'utf8')) as OpenApiDocument }))
  .filter(({ document }) => document.openapi);

const cases = documents.flatMap(({ name, document }) => {
  const specification = {
    route: name,
    source: name,
    title: name,
    description: '',
    direction: 'incoming',
  } as ApiSpecification;
  return buildReference(specification, [document]).operations.map((operation) => ({ name, document, operation }));
});

test('the next steps of the console are operations', () => {
  const ids = cases.map(({ operation }) => operation.id);
  expect(
    Object.entries(NEXT_STEPS)
      .flat(2)
      .filter((id) => !ids.includes(id)),
  ).toEqual([]);
});

describe('request samples', () => {
  test.each(cases.map((one) => [`${one.name} ${one.operation.id}`, one] as const))(
    '%s: bodies match their schemas',
    (_name, one) => {
      const { operation, document } = one;
      const { body, responses, reader } = operation;
      if (body)
        expect(problems(document, body.schema, sampleValue(body.schema, { reader, isRequest: true }))).toEqual([]);
      for (const { schema } of responses) {
        if (schema) expect(problems(document, schema, sampleValue(schema, { reader, isRequest: false }))).toEqual([]);
      }
    },
  );

  let place: string;
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'holdfast-samples-'));
  });
  afterAll(() => rmSync(place, { recursive: true }));

  test('parse as bash, JavaScript and PHP', () => {
    for (const { operation } of cases) checkScripts(operation, place);
    const check = `foreach (glob($argv[1] . '/*.php') as $f) { token_get_all(file_get_contents($f), TOKEN_PARSE); } echo 'correct';`;
    expect(execFileSync('php', ['-r', check, place], { encoding: 'utf8' })).toBe('correct');
  });

  where(
    test,
    spawnSync('python3', ['--version']).status === 0,
    'python3 is missing',
  )('parse as Python', () => {
    for (const { operation } of cases) checkScripts(operation, place);
    const compileAll =
      'import glob, sys\nfor f in glob.glob(sys.argv[1] + "/*.py"): compile(open(f).read(), f, "exec")';
    execFileSync('python3', ['-c', compileAll, place]);
  });
});

function checkScripts(operation: OperationModel, place: string): void {
  const samples = requestSamples(operation);
  const getCode = (language: string) => samples.find((sample) => sample.language === language)?.code ?? '';
  execFileSync('bash', ['-n'], { input: getCode('curl') });
  // Imports are allowed only in modules; top-level await needs an async function.
  const script = getCode('node').replace(/^import .*\n/gm, '');
  expect(() => new Script(`async () => { ${script} }`)).not.toThrow();
  writeFileSync(join(place, `${operation.id}.php`), getCode('php'));
  writeFileSync(join(place, `${operation.id}.py`), getCode('python'));
}

function problems(document: OpenApiDocument, schema: object, value: unknown): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
  addFormats(ajv);
  ajv.addSchema({ $id: 'document', components: document.components });
  const target = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as object;
  const validate = ajv.compile(target);
  validate(value);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
