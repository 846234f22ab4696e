import { readStored, writeStored } from './stored';

const KEY = 'docs-preferred-version-default';

/** Stores the chosen version of the docs and points links to the docs to it. */
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

/** Whether an address belongs to the version of the top bar and its search. */
export function isSameVersion({ pathname }: URL): boolean {
  return versionRoot(pathname) === versionRoot(location.pathname);
}

/** The root of the version of a path; paths outside the docs belong to the default version. */
function versionRoot(path: string): string {
  const roots = versionLinks()
    .map(({ pathname }) => pathname)
    .sort((a, b) => b.length - a.length);
  return roots.find((root) => `${path}/`.startsWith(`${root}/`)) ?? roots.at(-1) ?? '';
}

function versionLinks(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.navbar [data-version]')];
}
