import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Breadcrumbs } from '../components/breadcrumbs';
import { Icon } from '../layout/icons';
import { Page } from '../layout/page';
import { ApiSidebar } from '../reference/components/api-sidebar';
import { FoldedOperation } from '../reference/components/folded-operation';
import { Prose } from '../reference/components/prose';
import { findReference } from '../reference/references.server';
import { downloadName } from '../site/download-name';
import { describePage, REFERENCES_CRUMB } from '../site/head';
import { href } from '../site/href';
import { notFound } from '../site/not-found.server';
import { sheets, type RouteHandle } from '../styles/sheets';

export const handle: RouteHandle = { sheet: sheets.reference };

export function loader({ params }: LoaderFunctionArgs) {
  const reference = findReference(params['api']);
  if (!reference) throw notFound(`/api/${params['api'] ?? ''}`);
  return { reference };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => {
  const specification = data?.reference.specification;
  if (!specification) return [];
  const path = `/api/${specification.route}`;
  return describePage({
    ...specification,
    path,
    crumbs: [REFERENCES_CRUMB, { label: specification.title }],
    markdown: href(`${path}.md`),
  });
};

export default function ApiOverview() {
  // Loader data is not sent to the client, so it need not be serializable.
  const { reference } = useLoaderData<unknown>() as ReturnType<typeof loader>;
  const { specification, version, description, authorization, groups } = reference;
  const { route, title, source, includes = [] } = specification;
  return (
    <Page section={`api:${route}`} root={`/api/${route}`} sidebar={<ApiSidebar reference={reference} />}>
      <div className="content wide">
        <Breadcrumbs crumbs={[REFERENCES_CRUMB, { label: title }]} />
        <article>
          <h1>{title}</h1>
          <Prose className="lead" text={description} />
          <p className="row api-facts">
            <span>Версия {version}</span>
            {[source, ...includes].map((file) => (
              <a key={file} href={href(`/specs/${file}`)} download={downloadName(file)}>
                <Icon name="download" /> {file}
              </a>
            ))}
          </p>
          {authorization && <Prose text={authorization} />}
          {groups.map((group) => (
            <section key={group.id} aria-labelledby={group.id}>
              <h2 id={group.id}>{group.title}</h2>
              {group.description && <Prose text={group.description} />}
              {group.operations.map((operation) => (
                <FoldedOperation key={operation.id} operation={operation} route={route} />
              ))}
            </section>
          ))}
        </article>
      </div>
    </Page>
  );
}
