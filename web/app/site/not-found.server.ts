import { suggestPages } from './suggestions.server';

/** The answer for an address where nothing is, with pages that may have been meant. */
export function notFound(path: string): Response {
  return Response.json({ suggestions: suggestPages(path) }, { status: 404 });
}
