import type { OperationModel } from '../reference';

/** `POST /v2/processing/invoices`, breakable at slashes. */
export function MethodPath({ operation }: { operation: OperationModel }) {
  return (
    <code className="method-path">
      <b className={`method m-${operation.method}`}>{operation.method.toUpperCase()}</b>{' '}
      {operation.path.split(/(?<=\/)/).flatMap((part, index) => (index ? [<wbr key={index} />, part] : [part]))}
    </code>
  );
}
