import { href } from '../../site/href';
import { getOccasions, getSubscription, type EventModel } from '../events';
import { renderInline } from '../prose';
import type { OperationModel } from '../reference';
import { sampleValue } from '../samples/sample-value';
import { ResponseView } from './operation-view';
import { Prose } from './prose';
import { JsonSample } from './samples';
import { SchemaView, type SchemaScope } from './schema-view';

interface EventViewProps {
  operation: OperationModel;
  event: EventModel;
  route: string;
}

/** Ids that the page uses, so a field may not. */
const RESERVED_IDS = ['page', 'main', 'sidebar', 'responses', 'occasion', 'message', 'signature', 'subscription'];

export function EventView({ operation, event, route }: EventViewProps) {
  const { reader, body, description, responses, id } = operation;
  const scope: SchemaScope = { reader, isRequest: false, ids: new Set(RESERVED_IDS), shown: new Map() };
  const sample = event.sample ?? (body && sampleValue(body.schema, { reader, isRequest: false }));
  return (
    <article className="operation-page">
      <h1>{id}</h1>
      <div className="operation-details">
        <div className="operation-text">
          <Prose className="lead" text={description} />
          <Occasion event={event} />
          {body && (
            <section aria-labelledby="message">
              <h2 id="message">Тело сообщения</h2>
              <SchemaView schema={body.schema} scope={scope} />
            </section>
          )}
          <Delivery event={event} route={route} />
          <h2 id="responses">Ответы вашего сервера</h2>
          {responses.map((response) => (
            <ResponseView key={response.status} response={response} scope={scope} />
          ))}
        </div>
        <div className="operation-samples">
          <JsonSample title="Пример сообщения" value={sample} />
        </div>
      </div>
    </article>
  );
}

function Occasion({ event }: { event: EventModel }) {
  const occasions = getOccasions(event);
  return (
    <>
      {occasions.length > 0 && (
        <section aria-labelledby="occasion">
          <h2 id="occasion">Когда приходит</h2>
          <ul>
            {occasions.map((occasion) => (
              <li key={occasion} dangerouslySetInnerHTML={{ __html: renderInline(occasion) }} />
            ))}
          </ul>
          <Prose text={getSubscription(event)} />
        </section>
      )}
    </>
  );
}

/** The delivery, described by the operation that all events share. */
function Delivery({ event: { carrier }, route }: { event: EventModel; route: string }) {
  return (
    <section aria-labelledby="signature">
      <h2 id="signature">Подпись и доставка</h2>
      <Prose text={carrier.description} />
      {carrier.parameters.map(({ name, description = '' }) => (
        <Prose key={name} text={`\`${name}\`: ${description.charAt(0).toLowerCase()}${description.slice(1)}`} />
      ))}
      <p>
        <a href={href(`/api/${route}/${carrier.id}#signature`)}>Проверка подписи на Node.js, PHP, Python, Go и Java</a>
      </p>
    </section>
  );
}
