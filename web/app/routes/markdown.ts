import type { LoaderFunctionArgs } from '@remix-run/node';
import { writeOperationMarkdown, writeReferenceMarkdown } from '../reference/markdown.server';
import { findOperation, findReference } from '../reference/references.server';
import { localiseMarkdown } from '../site/checkout.server';
import { findDocsPage, splitVersion } from '../site/docs.server';
import { absoluteUrl } from '../site/href';

/** Returns a page's Markdown; the server rewrites `/docs/intro.md` to this route. */
export function loader({ params }: LoaderFunctionArgs): Response {
  const path = params['*'] ?? '';
  const text = /^docs(\/|$)/.test(path)
    ? docsMarkdown(path.slice('docs/'.length))
    : apiMarkdown(path.replace(/^api\//, ''));
  if (text === undefined)
    return new Response('Страница не найдена\n', {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  return new Response(text, { headers: { 'Content-Type': 'text/markdown; charset=utf-8' } });
}

function docsMarkdown(path: string): string | undefined {
  const { version, id } = splitVersion(path);
  const page = findDocsPage(version, id);
  if (page?.guide) return localiseMarkdown(page.guide.markdown);
  const cards = page?.cards?.map(
    ({ title, path: at, description }) => `- [${title}](${absoluteUrl(at)})${description ? `: ${description}` : ''}`,
  );
  return page && `# ${page.title}\n\n${page.description}\n\n${cards?.join('\n') ?? ''}\n`;
}

function apiMarkdown(path: string): string | undefined {
  const [route, id] = path.split('/');
  const reference = findReference(route);
  if (!reference) return undefined;
  if (!id) return writeReferenceMarkdown(reference);
  const operation = findOperation(route, id);
  return operation && writeOperationMarkdown(operation, reference.specification);
}
