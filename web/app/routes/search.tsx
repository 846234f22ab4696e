import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { answerSearch } from '../../search/server/answer-search.server';
import { SearchResults } from '../../search/server/search-results';
import { siteConfig } from '../../site.config';
import { Page } from '../layout/page';
import { describePage } from '../site/head';
import { href } from '../site/href';
import { sheets, type RouteHandle } from '../styles/sheets';

const base = siteConfig.baseUrl.replace(/\/$/, '');

export const handle: RouteHandle = { sheet: sheets.search };

export function loader({ request }: LoaderFunctionArgs) {
  return answerSearch(new URL(request.url).searchParams, base);
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  describePage({
    title: data?.query ? `Результаты поиска по запросу «${data.query}»` : 'Поиск по документации',
    description: 'Поиск по руководствам и справочникам API.',
    path: '/search',
    robots: 'noindex, follow',
  });

export default function Search() {
  return (
    <Page section="search" className="narrow">
      <SearchResults answer={useLoaderData<typeof loader>()} action={href('/search')} base={base} />
    </Page>
  );
}
