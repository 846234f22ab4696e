import { CodeBlock } from '../../components/code-block';
import type { OperationModel } from '../reference';
import { highlightSample } from '../samples/highlight-sample';
import { requestSamples } from '../samples/request-samples';
import { sampleValue } from '../samples/sample-value';

/** How to call an operation: one language at a time, switched without a script, remembered with it. */
export function RequestSamples({ operation, baseUrl }: { operation: OperationModel; baseUrl: string }) {
  const samples = requestSamples(operation, baseUrl);
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

/** What a success answers, made from its schema. */
export function ResponseSample({ operation }: { operation: OperationModel }) {
  const response = operation.responses.find(({ status, schema }) => status.startsWith('2') && schema);
  if (!response?.schema) return null;
  const value = response.example ?? sampleValue(response.schema, { reader: operation.reader, isRequest: false });
  return <JsonSample title={`Пример ответа ${response.status}`} value={value} />;
}

export function JsonSample({ title, value }: { title: string; value: unknown }) {
  return <CodeBlock title={title} language="json" html={highlightSample(JSON.stringify(value, null, 2), 'json')} />;
}
