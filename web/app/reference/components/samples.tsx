import { Fragment } from 'react';
import type { ApiSpecification } from '../../../site.config';
import { CodeBlock } from '../../components/code-block';
import type { OperationModel } from '../reference';
import { highlightSample } from '../samples/highlight-sample';
import { getSources } from '../samples/chain';
import { requestSamples, sampleRequest } from '../samples/request-samples';
import { sampleValue } from '../samples/sample-value';
import { variablesIn } from '../samples/variables';
import { href } from '../../site/href';

interface OperationInItsReference {
  operation: OperationModel;
  specification: ApiSpecification;
}

/** Request samples, one language at a time; the choice works without a script and is remembered with it. */
export function RequestSamples({ operation }: { operation: OperationModel }) {
  const samples = requestSamples(operation);
  return (
    <fieldset className="samples">
      <legend>Пример запроса</legend>
      {samples.map(({ language, label }, index) => {
        const id = `sample-${operation.id}-${language}`;
        return [
          <input
            key={id}
            type="radio"
            name={`sample-${operation.id}`}
            id={id}
            value={language}
            defaultChecked={index === 0}
          />,
          <label key={`${id}-label`} htmlFor={id}>
            {label}
          </label>,
        ];
      })}
      {samples.map(({ language, syntax, code }) => (
        <CodeBlock key={language} html={highlightSample(code, syntax)} language={language} />
      ))}
    </fieldset>
  );
}

export function SampleVariables({ operation, specification }: OperationInItsReference) {
  const own = variablesIn(sampleRequest(operation)).map((name) => ({ name, sources: getSources(name) }));
  return (
    <p className="help sample-variables">
      <code>$HOLDFAST_API_URL</code> – адрес API: <code>{specification.samplesBaseUrl}</code>
      {own.map(({ name, sources }) => (
        <Fragment key={name}>
          , <code>${name}</code>
          {sources.length > 0 && ' – из ответа '}
          {sources.slice(0, 1).map((id) => (
            <a key={id} href={href(`/api/${specification.route}/${id}`)}>
              {id}
            </a>
          ))}
        </Fragment>
      ))}
      .
    </p>
  );
}

export function ResponseSample({ operation }: { operation: OperationModel }) {
  const response = operation.responses.find(({ status, schema }) => status.startsWith('2') && schema);
  if (!response?.schema) return null;
  const value = response.example ?? sampleValue(response.schema, { reader: operation.reader, isRequest: false });
  return <JsonSample title={`Пример ответа ${response.status}`} value={value} />;
}

export function JsonSample({ title, value }: { title: string; value: unknown }) {
  return <CodeBlock title={title} language="json" html={highlightSample(JSON.stringify(value, null, 2), 'json')} />;
}
