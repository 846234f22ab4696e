import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, type ErrorResponse, Links, Meta, Outlet, useRouteError } from '@remix-run/react';
import type { ReactNode } from 'react';
import { siteConfig } from '../site.config';
import { Crash } from './components/crash';
import { NotFound } from './components/not-found';
import { Footer } from './layout/footer';
import { Navbar } from './layout/navbar';
import { Page } from './layout/page';
import { headScript } from './layout/head-script';
import { useSiteData, type SiteData } from './layout/site-data';
import { StyleSheets } from './layout/style-sheets';
import { headLinks } from './site/head-links';
import { splitVersion, versions } from './site/docs.server';
import { siteIndex } from '../search/server/site-indexes.server';

export const links: LinksFunction = () => headLinks();

export function loader({ request, context }: LoaderFunctionArgs): SiteData {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(siteConfig.baseUrl.length - 1);
  const { version } = splitVersion(path.replace(/^\/docs\/?/, ''));
  return {
    path,
    theme: context.theme,
    fragment: context.fragment,
    clientEntry: context.clientEntry,
    docsRoot: version.root,
    search: { index: siteIndex(version.name).url, version: version.name, isDefault: version.isDefault },
    versions: versions.map(({ name, label, root }) => ({
      name,
      label,
      root,
      isCurrent: name === version.name,
    })),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const site = useSiteData();
  const section = getSection(site?.path ?? '/');
  if (site?.fragment) {
    return (
      <>
        <Meta />
        <StyleSheets isFragment />
        {children}
      </>
    );
  }
  return (
    <html lang={siteConfig.locale} data-theme={site?.theme ?? 'light'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {siteConfig.icons && <meta name="theme-color" content={siteConfig.icons.themeColor} />}
        <Meta />
        <Links />
        <StyleSheets isFragment={false} />
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
        {site?.clientEntry && <script type="module" src={site.clientEntry} />}
      </head>
      <body>
        <a className="skip-link" href="#main">
          Перейти к основному содержимому
        </a>
        <Navbar
          section={section}
          docsRoot={site?.docsRoot ?? '/docs'}
          versions={site?.versions ?? []}
          search={site?.search}
        />
        {children}
        <Footer docsRoot={site?.docsRoot ?? '/docs'} />
      </body>
    </html>
  );
}

function getSection(path: string): string {
  const api = /^\/api\/([^/]+)/.exec(path)?.[1];
  return api ? `api:${api}` : path.startsWith('/docs') ? 'docs' : 'other';
}

export default function Root() {
  return <Outlet />;
}

export const meta: MetaFunction = ({ error }) => [
  { title: `${isNotFound(error) ? 'Страница не найдена' : 'Сбой страницы'} | ${siteConfig.title}` },
  { name: 'robots', content: 'noindex' },
];

function isNotFound(error: unknown): error is ErrorResponse {
  return isRouteErrorResponse(error) && error.status === 404;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <Page section="error" className="narrow">
      {isNotFound(error) ? (
        <NotFound suggestions={(error.data as NotFoundData | null)?.suggestions ?? []} />
      ) : (
        <Crash />
      )}
    </Page>
  );
}

interface NotFoundData {
  suggestions: { title: string; path: string }[];
}
