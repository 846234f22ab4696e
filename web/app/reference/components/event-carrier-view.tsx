import signatureChecks from 'virtual:signature-checks';
import { SignatureChecks } from '../../components/signature-checks';
import { href } from '../../site/href';
import type { ApiReference, OperationModel } from '../reference';
import { sampleValue } from '../samples/sample-value';
import { MethodPath } from './method-path';
import { ParameterView, ResponseView } from './operation-view';
import { Prose } from './prose';
import { JsonSample } from './samples';
import type { SchemaScope } from './schema-view';

interface EventCarrierViewProps {
  reference: ApiReference;
  operation: OperationModel;
}

export function EventCarrierView({ reference, operation }: EventCarrierViewProps) {
  const { reader, description, parameters, responses, title } = operation;
  const scope: SchemaScope = { reader, isRequest: false, ids: new Set(), shown: new Map() };
  const first = getEvents(reference, operation)[0]?.operations[0];
  const sample = first?.event?.sample ?? (first?.body && sampleValue(first.body.schema, { reader, isRequest: false }));
  return (
    <article className="operation-page">
      <h1>{title}</h1>
      <p>
        <MethodPath operation={operation} />
      </p>
      <div className="operation-details">
        <div className="operation-text">
          <Prose text={description} />
          <section aria-labelledby="in-header">
            <h2 id="in-header">Заголовки</h2>
            <ul className="fields">
              {parameters.map((parameter) => (
                <ParameterView key={parameter.name} parameter={parameter} operation={operation} />
              ))}
            </ul>
          </section>
          <EventList reference={reference} operation={operation} />
          <SignatureSection />
          <h2 id="responses">Ответы вашего сервера</h2>
          {responses.map((response) => (
            <ResponseView key={response.status} response={response} scope={scope} />
          ))}
        </div>
        <div className="operation-samples">{first && <JsonSample title="Пример сообщения" value={sample} />}</div>
      </div>
    </article>
  );
}

function getEvents(reference: ApiReference, carrier: OperationModel) {
  return reference.groups.filter(({ operations }) => operations.some(({ event }) => event?.carrier.id === carrier.id));
}

function EventList({ reference, operation }: EventCarrierViewProps) {
  return (
    <section aria-labelledby="events">
      <h2 id="events">События</h2>
      <p>
        Тело запроса – одно из событий; какое, говорит поле <code>eventType</code>.
      </p>
      {getEvents(reference, operation).map(({ id, title, operations }) => (
        <section key={id} aria-labelledby={id}>
          <h3 id={id}>{title}</h3>
          <ul>
            {operations.map((event) => (
              <li key={event.id}>
                <a href={href(`/api/${reference.specification.route}/${event.id}`)}>
                  <code>{event.id}</code>
                </a>{' '}
                – {event.summary.charAt(0).toLowerCase() + event.summary.slice(1)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function SignatureSection() {
  if (signatureChecks.length === 0) return null;
  return (
    <section aria-labelledby="signature">
      <h2 id="signature">Проверка подписи</h2>
      <p>
        Программа читает тело со стандартного ввода, а заголовок и открытый ключ вебхука (<code>publicKey</code>) – из
        переменных <code>CONTENT_SIGNATURE</code> и <code>WEBHOOK_PUBLIC_KEY</code>. В свой сервер перенесите функцию.
      </p>
      <SignatureChecks checks={signatureChecks} />
    </section>
  );
}
