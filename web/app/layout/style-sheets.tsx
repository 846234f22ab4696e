import { useMatches } from '@remix-run/react';
import { sheets, type RouteHandle } from '../styles/sheets';

/** The page's styles: inlined in a whole document, linked in a fragment, whose script loads them. */
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
