import type { ApiSpecification } from '../../site.config';
import { absoluteUrl } from '../site/href';
import { getCredentials } from './authorization';
import { getOccasions, getSubscription, type EventModel } from './events';
import type { ReferenceParameter, ReferenceSchema } from './openapi';
import type { ApiReference, OperationModel, ResponseModel } from './reference';
import { requestSamples } from './samples/request-samples';
import { sampleValue } from './samples/sample-value';
import type { SchemaReader } from './schema-reader';
import { constraints, typeLabel } from './type-label';

export function writeReferenceMarkdown({ specification, description, authorization, groups }: ApiReference): string {
  const parts = groups.map(({ title, description: about, operations }) => {
    const lines = operations.map(({ id, method, path, title: name, event, summary }) => {
      const link = absoluteUrl(`/api/${specification.route}/${id}.md`);
      return `- [${name}](${link}): ${event ? summary : `\`${method.toUpperCase()} ${path}\``}`;
    });
    return [`## ${title}`, about, lines.join('\n')].filter(Boolean).join('\n\n');
  });
  const download = `Спецификация OpenAPI: ${absoluteUrl(`/specs/${specification.source}`)}`;
  return `${[`# ${specification.title}`, description, authorization, download, ...parts].filter(Boolean).join('\n\n')}\n`;
}

export function writeOperationMarkdown(
  operation: OperationModel,
  { samplesBaseUrl, direction }: ApiSpecification,
): string {
  if (operation.event) return writeEventMarkdown(operation, operation.event);
  const credentials = direction === 'incoming' && getCredentials(operation);
  const { title, method, path, description, parameters, body, responses, reader } = operation;
  const parts = [
    `# ${title}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    credentials && `Нужен ${credentials} в заголовке \`Authorization: Bearer\`.`,
    parameters.length > 0 && `## Параметры\n\n${parameters.map((one) => parameterLine(one, reader)).join('\n')}`,
    body && `## Тело запроса\n\n\`${body.mediaType}\`\n\n${fieldLines(body.schema, { reader, isRequest: true })}`,
    '## Ответы',
    ...responses.map((response) => responsePart(response, reader)),
    ...samplePart(operation, samplesBaseUrl),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function writeEventMarkdown({ id, description, body, responses, reader }: OperationModel, event: EventModel): string {
  const sample = event.sample ?? (body && sampleValue(body.schema, { reader, isRequest: false }));
  const occasions = getOccasions(event).map((occasion) => `- ${occasion}`);
  const parts = [
    `# ${id}`,
    description,
    occasions.length > 0 && `## Когда приходит\n\n${occasions.join('\n')}\n\n${getSubscription(event)}`,
    body && `## Тело сообщения\n\n${fieldLines(body.schema, { reader, isRequest: false })}`,
    `## Подпись и доставка\n\n${event.carrier.description}`,
    '## Ответы вашего сервера',
    ...responses.map((response) => responsePart(response, reader)),
    `## Пример\n\n\`\`\`json\n${JSON.stringify(sample, null, 2)}\n\`\`\``,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

function parameterLine(
  { name, in: place, required, description, schema = {} }: ReferenceParameter,
  reader: SchemaReader,
): string {
  const { schema: target } = reader.resolve(schema);
  return line({
    depth: 0,
    name: `${name} (${PLACES[place]})`,
    schema: target,
    isRequired: required ?? false,
    description,
  });
}

const PLACES = { path: 'путь', query: 'запрос', header: 'заголовок' } as const;

function responsePart({ status, description, schema }: ResponseModel, reader: SchemaReader): string {
  const fields = schema ? fieldLines(schema, { reader, isRequest: false }) : '';
  return [`### ${status}`, description, fields].filter(Boolean).join('\n\n');
}

interface Scope {
  reader: SchemaReader;
  isRequest: boolean;
}

function fieldLines(schema: ReferenceSchema, scope: Scope, depth = 0, around: string[] = []): string {
  const named = scope.reader.resolve(schema);
  if (named.name && around.includes(named.name))
    return `${'  '.repeat(depth)}- устроено так же, как ${named.name} выше`;
  const inside = named.name ? [...around, named.name] : around;
  if (named.schema.type === 'array' && named.schema.items) return fieldLines(named.schema.items, scope, depth, inside);
  const fields = scope.reader.fields(named.schema).flatMap((field) => {
    const { schema: target, description, isReadOnly } = scope.reader.resolve(field.schema);
    if (scope.isRequest && isReadOnly) return [];
    const nested = fieldLines(field.schema, scope, depth + 1, inside);
    return [line({ depth, name: field.name, schema: target, isRequired: field.isRequired, description }), nested];
  });
  const variants = scope.reader.variants(named).flatMap(({ label, schema: variant, description = '' }) => {
    const about = `${'  '.repeat(depth)}- вариант \`${label}\`${description ? `: ${oneLine(description)}` : ''}`;
    return [about, fieldLines(variant, scope, depth + 1, inside)];
  });
  return [...fields, ...variants].filter(Boolean).join('\n');
}

function line(input: {
  depth: number;
  name: string;
  schema: ReferenceSchema;
  isRequired: boolean;
  description: string | undefined;
}): string {
  const { depth, name, schema, isRequired, description = '' } = input;
  const values =
    schema.enum && !schema.enum.every((value) => description.includes(`\`${value}\``))
      ? schema.enum.map((value) => `\`${value}\``).join(', ')
      : '';
  const type = [typeLabel(schema), ...constraints(schema), isRequired ? 'обязательно' : ''].filter(Boolean).join('; ');
  const text = [oneLine(description), values && `Значения: ${values}.`].filter(Boolean).join(' ');
  return `${'  '.repeat(depth)}- **${name}** (${type})${text ? `: ${text}` : ''}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function samplePart(operation: OperationModel, baseUrl: string | undefined): string[] {
  const [curl] = baseUrl ? requestSamples(operation) : [];
  const success = operation.responses.find(({ status, schema }) => status.startsWith('2') && schema);
  const answer = success?.schema && sampleValue(success.schema, { reader: operation.reader, isRequest: false });
  return [
    ...(curl
      ? [`## Пример запроса\n\n\`$HOLDFAST_API_URL\` – адрес API: ${baseUrl}\n\n\`\`\`bash\n${curl.code}\n\`\`\``]
      : []),
    ...(answer === undefined ? [] : [`## Пример ответа\n\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\``]),
  ];
}
