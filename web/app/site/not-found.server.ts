import { pagesLike } from '../../search/server/answer-search.server';

const SHOWN = 5;
/** More are found than shown: what a reader of guides looks for may stand behind operations of the same name. */
const FOUND = 30;

/** The answer for an address where nothing is, with pages that may have been meant. */
export function notFound(path: string): Response {
  return Response.json({ suggestions: suggestPages(path) }, { status: 404 });
}

/** Pages that a reader of a wrong address may have meant, those of the same part of the site first. */
function suggestPages(path: string): { title: string; path: string }[] {
  const part = getPart(path);
  const pages = pagesLike(path, FOUND);
  const own = pages.filter((page) => getPart(page.path) === part);
  return [...own, ...pages.filter((page) => !own.includes(page))].slice(0, SHOWN);
}

function getPart(path: string): string | undefined {
  return path.split('/')[1];
}
