import { readStored, writeStored } from './stored';

const KEY = 'docs-preferred-version-default';

/** Remembers the version of the docs that the reader chose: elsewhere on the site, links to the docs lead there. */
export function startVersions(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-version]') : null;
    const version = link?.dataset['version'];
    if (version) writeStored(KEY, version);
  });
  leadToChosen();
  document.addEventListener('page:shown', leadToChosen);
}

function leadToChosen(): void {
  const stored = readStored(KEY);
  const chosen = versionLinks().find(({ dataset }) => dataset['version'] === stored);
  if (!chosen) return;
  const isInDocs = document.querySelector('#page[data-section^="docs:"]') !== null;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-section="docs"]'))
    link.href = isInDocs ? versionRoot(location.pathname) : chosen.pathname;
}

/** Whether an address has the version of the docs that the top bar and its search are of. */
export function isSameVersion({ pathname }: URL): boolean {
  return versionRoot(pathname) === versionRoot(location.pathname);
}

/** The root of the version that a path belongs to; what is not in the docs belongs to the default one. */
function versionRoot(path: string): string {
  const roots = versionLinks()
    .map(({ pathname }) => pathname)
    .sort((a, b) => b.length - a.length);
  return roots.find((root) => `${path}/`.startsWith(`${root}/`)) ?? roots.at(-1) ?? '';
}

function versionLinks(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.navbar [data-version]')];
}
