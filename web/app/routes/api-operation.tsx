import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Breadcrumbs } from '../components/breadcrumbs';
import { Pagination } from '../components/pagination';
import { Page } from '../layout/page';
import { ApiSidebar } from '../reference/components/api-sidebar';
import { EventCarrierView } from '../reference/components/event-carrier-view';
import { EventView } from '../reference/components/event-view';
import { OperationView } from '../reference/components/operation-view';
import { plainText } from '../reference/prose';
import { findReference } from '../reference/references.server';
import type { OperationModel } from '../reference/reference';
import { describePage, REFERENCES_CRUMB } from '../site/head';
import { href } from '../site/href';
import { notFound } from '../site/not-found.server';
import { sheets, type RouteHandle } from '../styles/sheets';

export const handle: RouteHandle = { sheet: sheets.reference };

export function loader({ params }: LoaderFunctionArgs) {
  const reference = findReference(params['api']);
  const index = reference?.operations.findIndex(({ id }) => id === params['operation']) ?? -1;
  const operation = reference?.operations[index];
  if (!reference || !operation) throw notFound(`/api/${params['api'] ?? ''}/${params['operation'] ?? ''}`);
  return { reference, operation, previous: reference.operations[index - 1], next: reference.operations[index + 1] };
}

function getCrumbs({ reference, operation }: Pick<ReturnType<typeof loader>, 'reference' | 'operation'>) {
  const { route, title } = reference.specification;
  return [REFERENCES_CRUMB, { label: title, path: `/api/${route}` }, { label: operation.title }];
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  const { reference, operation } = data as unknown as ReturnType<typeof loader>;
  const { route, title } = reference.specification;
  const path = `/api/${route}/${operation.id}`;
  return describePage({
    title: `${operation.title} – ${title}`,
    description: plainText(
      operation.event
        ? `Вебхук ${operation.id}. ${operation.summary}`
        : `${operation.method.toUpperCase()} ${operation.path}. ${operation.summary}`,
    ),
    path,
    crumbs: getCrumbs({ reference, operation }),
    markdown: href(`${path}.md`),
  });
};

export default function ApiOperation() {
  // Loader data is not sent to the client, so it need not be serializable.
  const data = useLoaderData<unknown>() as ReturnType<typeof loader>;
  const { reference, operation, previous, next } = data;
  const { specification } = reference;
  const linkTo = (other?: OperationModel) =>
    other && { title: other.title, path: `/api/${specification.route}/${other.id}` };
  return (
    <Page
      section={`api:${specification.route}`}
      root={`/api/${specification.route}`}
      sidebar={<ApiSidebar reference={reference} current={operation.id} />}
    >
      <div className="content wide">
        <Breadcrumbs crumbs={getCrumbs(data)} />
        <View reference={reference} operation={operation} />
        <Pagination previous={linkTo(previous)} next={linkTo(next)} />
      </div>
    </Page>
  );
}

function View({ reference, operation }: Pick<ReturnType<typeof loader>, 'reference' | 'operation'>) {
  const { specification, operations } = reference;
  const { event } = operation;
  if (event) return <EventView operation={operation} event={event} route={specification.route} />;
  if (operations.some((other) => other.event?.carrier.id === operation.id))
    return <EventCarrierView reference={reference} operation={operation} />;
  return <OperationView operation={operation} reference={reference} />;
}
