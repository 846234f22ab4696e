import type { ReferenceParameter } from '../openapi';
import { renderInline } from '../prose';
import { consoleOperation } from '../console-operation';
import { takesFile } from '../samples/request-samples';
import type { ApiReference, OperationModel, ResponseModel } from '../reference';
import { sampleValue } from '../samples/sample-value';
import { constraints, typeLabel } from '../type-label';
import { getCredentials } from '../authorization';
import { MethodPath } from './method-path';
import { Prose } from './prose';
import { JsonSample, RequestSamples, ResponseSample, SampleVariables } from './samples';
import { SchemaView, type SchemaScope } from './schema-view';

interface OperationViewProps {
  operation: OperationModel;
  reference: ApiReference;
}

export function OperationView({ operation, reference }: OperationViewProps) {
  const { specification } = reference;
  const { reader, parameters } = operation;
  const ids = new Set([...RESERVED_IDS, ...parameters.map(({ name }) => name)]);
  const credentials = getCredentials(operation);
  const request: SchemaScope = { reader, isRequest: true, ids, shown: new Map() };
  const answer: SchemaScope = { reader, isRequest: false, ids, shown: new Map() };
  return (
    <article className="operation-page">
      <h1>{operation.title}</h1>
      <p>
        <MethodPath operation={operation} />
      </p>
      {specification.samplesBaseUrl && !takesFile(operation) && (
        <section
          className="console"
          aria-label="Консоль"
          data-console={JSON.stringify(consoleOperation(operation, reference))}
        >
          <button type="button" className="button primary console-open">
            Выполнить
          </button>
        </section>
      )}
      <div className="operation-details">
        <div className="operation-text">
          <Prose text={operation.description} />
          {credentials && specification.direction === 'incoming' && (
            <p className="needs-key">
              Нужен {credentials} в заголовке <code>Authorization: Bearer</code>.
            </p>
          )}
          <Request operation={operation} scope={request} />
          <h2 id="responses">{specification.direction === 'incoming' ? 'Ответы' : 'Ответы вашего сервера'}</h2>
          {operation.responses.map((response) => (
            <ResponseView
              key={response.status}
              response={response}
              scope={answer}
              remedy={specification.direction === 'incoming' ? STATUS_REMEDIES[response.status] : undefined}
            />
          ))}
        </div>
        <div className="operation-samples">
          <Samples operation={operation} specification={specification} />
        </div>
      </div>
    </article>
  );
}

function Samples({ operation, specification }: { operation: OperationModel } & Pick<ApiReference, 'specification'>) {
  const { body, reader } = operation;
  if (specification.samplesBaseUrl)
    return (
      <>
        <RequestSamples operation={operation} />
        <SampleVariables operation={operation} specification={specification} />
        <ResponseSample operation={operation} />
      </>
    );
  const example = body && (body.example ?? sampleValue(body.schema, { reader, isRequest: false }));
  return body && <JsonSample title="Пример тела" value={example} />;
}

/** Ids that the page uses, so a field may not. */
const RESERVED_IDS = ['page', 'main', 'sidebar', 'responses', 'request-body'];

const PLACES: [ReferenceParameter['in'], string][] = [
  ['path', 'Параметры пути'],
  ['query', 'Параметры запроса'],
  ['header', 'Заголовки'],
];

function Request({ operation, scope }: { operation: OperationModel; scope: SchemaScope }) {
  const { parameters, body } = operation;
  return (
    <>
      {PLACES.map(([place, title]) => {
        const own = parameters.filter((parameter) => parameter.in === place);
        return (
          own.length > 0 && (
            <section key={place} aria-labelledby={`in-${place}`}>
              <h2 id={`in-${place}`}>{title}</h2>
              <ul className="fields">
                {own.map((parameter) => (
                  <ParameterView key={parameter.name} parameter={parameter} operation={operation} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {body && (
        <section aria-labelledby="request-body">
          <h2 id="request-body">Тело запроса</h2>
          <p className="media-type">
            <code>{body.mediaType}</code>
          </p>
          <Prose text={body.description ?? ''} />
          <SchemaView schema={body.schema} scope={scope} />
        </section>
      )}
    </>
  );
}

export function ParameterView({ parameter, operation }: { parameter: ReferenceParameter; operation: OperationModel }) {
  const { schema } = operation.reader.resolve(parameter.schema ?? {});
  const items = schema.items && operation.reader.resolve(schema.items).schema;
  const label = [typeLabel(schema, items && typeLabel(items)), ...constraints(schema).map(renderInline)].join('; ');
  const values = schema.enum ?? items?.enum ?? [];
  return (
    <li id={parameter.name}>
      <b>{parameter.name}</b> <span dangerouslySetInnerHTML={{ __html: label }} />
      {parameter.required && <em>обязательный</em>}
      <Prose text={parameter.description ?? ''} />
      {values.length > 0 && !values.every((value) => parameter.description?.includes(`\`${value}\``)) && (
        <p
          className="values"
          dangerouslySetInnerHTML={{ __html: `Значения: ${values.map((value) => `<code>${value}</code>`).join(', ')}` }}
        />
      )}
    </li>
  );
}

interface ResponseViewProps {
  response: ResponseModel;
  scope: SchemaScope;
  remedy?: string | undefined;
}

/** `remedy`: what a client does about the response, for responses of the platform. */
export function ResponseView({ response, scope, remedy }: ResponseViewProps) {
  const { status, description, schema, headers } = response;
  return (
    <details className={`panel response s-${status[0]}`} open={status.startsWith('2')} id={`response-${status}`}>
      <summary>
        <b>{status}</b>{' '}
        <span dangerouslySetInnerHTML={{ __html: renderInline(description || DEFAULT_DESCRIPTIONS[status] || '') }} />
      </summary>
      {headers.length > 0 && (
        <ul className="fields">
          {headers.map(({ name, description: about }) => (
            <li key={name}>
              <b>{name}</b> <span>заголовок</span>
              <Prose text={about} />
            </li>
          ))}
        </ul>
      )}
      {remedy && <p className="remedy" dangerouslySetInnerHTML={{ __html: renderInline(remedy) }} />}
      {schema ? <SchemaView schema={schema} scope={scope} /> : <p>Тело пустое.</p>}
    </details>
  );
}

const DEFAULT_DESCRIPTIONS: Record<string, string> = {
  200: 'Успешно',
  201: 'Создано',
  202: 'Принято',
  204: 'Выполнено',
  400: 'Запрос составлен неверно',
  401: 'Ключ или токен не указан либо не подходит',
  404: 'Объект не найден',
  409: 'Идентификатор externalID уже использован с другими параметрами',
  422: 'Данные операции не подходят',
  403: 'Недостаточно прав',
  429: 'Слишком много',
};

/** Remedies for responses without a code, in addition to their descriptions. */
const STATUS_REMEDIES: Record<string, string> = {
  401: 'Проверьте заголовок `Authorization`: ключ действует и даёт право на эту операцию, токен доступа не истёк.',
  404: 'Проверьте идентификаторы в пути и то, что ключ принадлежит владельцу объекта. Повтор не поможет.',
  409: 'Прочитайте созданный раньше объект по `id` из ответа; для другого объекта возьмите новый `externalID`.',
  422: 'Исправьте данные: причина в `message`. Повтор без изменений даст тот же ответ.',
  403: 'Используйте ключ API с нужными правами.',
  429: 'Подождите столько секунд, сколько в заголовке `Retry-After`. Без него: удалите ненужные вебхуки.',
  500: 'Повторите с тем же `externalID` и новым `X-Request-ID`. Если не прошло, назовите `X-Request-ID` поддержке.',
  503: 'Повторите с тем же `externalID`: через секунду, затем всё реже.',
  504: 'Операция могла состояться: повторите с тем же `externalID` или прочитайте объект по нему.',
};
