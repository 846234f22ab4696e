import { useMatches } from '@remix-run/react';
import { sheets, type RouteHandle } from '../styles/sheets';

/** The styles of the page: within a whole document, beside a part of one as links that its script follows. */
export function StyleSheets({ isFragment }: { isFragment: boolean }) {
  const own = useMatches().flatMap(({ handle }) => (handle as RouteHandle | undefined)?.sheet ?? []);
  return [sheets.site, ...own].map(({ address, text }) =>
    isFragment ? (
      <link key={address} rel="stylesheet" href={address} />
    ) : (
      <style key={address} data-sheet={address} dangerouslySetInnerHTML={{ __html: text }} />
    ),
  );
}
