import { readStored, writeStored } from './stored';

const KEY = 'docs-preferred-version-default';

/** Remembers the version of the docs that the reader chose: the link of the top bar then leads there. */
export function startVersions(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-version]') : null;
    const version = link?.dataset['version'];
    if (version) writeStored(KEY, version);
  });
  const stored = readStored(KEY);
  const preferred = stored && document.querySelector<HTMLAnchorElement>(`[data-version="${CSS.escape(stored)}"]`);
  const docs = document.querySelector<HTMLAnchorElement>('.navbar-links > [data-section="docs"]');
  const isElsewhere = !document.querySelector('#page[data-section^="docs:"]');
  if (preferred && docs && isElsewhere) docs.href = preferred.href;
}
