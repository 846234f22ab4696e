import { href } from '../../site/href';
import type { OperationModel } from '../reference';
import { MethodPath } from './method-path';
import { Prose } from './prose';

export function FoldedOperation({ operation, route }: { operation: OperationModel; route: string }) {
  const path = href(`/api/${route}/${operation.id}`);
  return (
    <details className="panel operation" id={operation.id} data-operation={path}>
      <summary>
        <h3>{operation.title}</h3>
        {operation.event ? <span className="lead">{operation.summary}</span> : <MethodPath operation={operation} />}
      </summary>
      <div className="operation-body">
        <Prose text={operation.description} />
        <OperationOutline operation={operation} />
        <p>
          <a href={path}>
            {operation.event ? 'Когда приходит, схема и пример' : 'Параметры, схемы и примеры'}: {operation.id}
          </a>
        </p>
      </div>
    </details>
  );
}

function OperationOutline({ operation }: { operation: OperationModel }) {
  const { parameters, body, responses, reader } = operation;
  const fields = body ? reader.fields(body.schema).map(({ name, isRequired }) => (isRequired ? `${name}*` : name)) : [];
  const names = parameters.map(({ name, required }) => (required ? `${name}*` : name));
  return (
    <dl className="outline">
      {names.length > 0 && <Row title="Параметры" items={names} />}
      {fields.length > 0 && <Row title="Тело запроса" items={fields} />}
      <Row title="Ответы" items={responses.map(({ status }) => status)} />
    </dl>
  );
}

function Row({ title, items }: { title: string; items: string[] }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{items.join(', ')}</dd>
    </>
  );
}
