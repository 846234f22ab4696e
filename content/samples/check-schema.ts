import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2019 from 'ajv/dist/2019';
import addFormats from 'ajv-formats';

const specifications = join(__dirname, '../../specs');
const ajv = new Ajv2019({ strict: false, allErrors: true });
addFormats(ajv);
for (const name of ['int32', 'int64', 'binary', 'uri-template', 'ip-address', 'inn', 'gs1']) ajv.addFormat(name, true);

/** Returns how a JSON value violates the named schema, including unknown fields at the top level. */
export function schemaProblems(pointer: string, value: unknown): string[] {
  const [file = '', name = ''] = pointer.split('#');
  const path = join(specifications, file);
  if (!existsSync(path)) return [`there is no specs/${file}`];
  if (!ajv.getSchema(file)) ajv.addSchema(JSON.parse(readFileSync(path, 'utf8')) as object, file, undefined, false);
  const validate = ajv.compile({ $ref: `${file}#/components/schemas/${name}`, unevaluatedProperties: false });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath || 'the top', message, (params as { unevaluatedProperty?: string }).unevaluatedProperty].join(' '),
  );
}
