import { findSimilarPages } from '../../search/server/answer-search.server';

const SHOWN = 5;
/** More pages are searched than shown, because operations may push guides of the same name down. */
const FOUND = 30;

export function notFound(path: string): Response {
  return Response.json({ suggestions: suggestPages(path) }, { status: 404 });
}

function suggestPages(path: string): { title: string; path: string }[] {
  const part = getPart(path);
  const pages = findSimilarPages(path, FOUND);
  const own = pages.filter((page) => getPart(page.path) === part);
  return [...own, ...pages.filter((page) => !own.includes(page))].slice(0, SHOWN);
}

function getPart(path: string): string | undefined {
  return path.split('/')[1];
}
