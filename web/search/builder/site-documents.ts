import type { ApiReference } from '../../app/reference/reference';
import type { DocsVersion } from '../../guides/guide';
import type { PageDocument } from '../engine/documents';
import { guideDocuments } from './guide-documents';
import { homeDocument } from './home-document';
import type { SearchTerms } from './search-terms';
import { referenceDocuments } from './reference-documents';

export function siteDocuments(
  version: DocsVersion | undefined,
  references: readonly ApiReference[],
  terms?: Pick<SearchTerms, 'pages'>,
): PageDocument[] {
  const guides = version === undefined ? [] : guideDocuments(version);
  const seen = new Set<string>();
  const pages = [
    homeDocument(),
    ...guides,
    ...references.flatMap((reference) =>
      referenceDocuments(
        reference,
        {
          overview: ({ specification }) => `/api/${specification.route}`,
          operation: ({ specification }, { id }) => `/api/${specification.route}/${id}`,
        },
        seen,
      ),
    ),
  ];
  return pages.map((page) => {
    // Terms apply to the page in every version.
    const words = terms?.pages[page.url.replace(`${version?.root}/`, '/docs/')];
    return words === undefined ? page : { ...page, keywords: [...(page.keywords ?? []), words] };
  });
}
