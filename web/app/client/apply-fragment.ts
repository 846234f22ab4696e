import type { FragmentKind } from './fragments';

/** The tags of the head that differ by page. */
const OWN_TAGS =
  'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';

/** After this time the whole document is loaded, which includes its styles. */
const STYLES_TIMEOUT_MS = 8000;

/** A loaded page that is not shown yet. */
export interface NextPage {
  document: Document;
  part: HTMLElement;
  id: FragmentKind;
}

/** Parses a part of a page. Returns undefined if its sidebar differs, so that the part does not suffice. */
export function readFragment(html: string, kind: FragmentKind): NextPage | undefined {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const part = next.getElementById(kind);
  if (!part) throw new Error('the response contains no page');
  const section = document.getElementById('page')?.dataset['section'];
  return kind === 'main' && part.dataset['section'] !== section ? undefined : { document: next, part, id: kind };
}

/** Replaces the current page; the styles of the next one are loaded. */
export function showFragment({ document: next, part, id }: NextPage): void {
  for (const tag of document.head.querySelectorAll(OWN_TAGS)) tag.remove();
  document.head.append(...next.querySelectorAll(OWN_TAGS));
  document.title = next.title;
  document.getElementById(id)?.replaceWith(document.adoptNode(part));
  runScripts(part);
  markCurrent();
}

const loadingSheets = new Map<string, Promise<void>>();

/** Loads missing style sheets; rejects if one fails. */
export async function loadStyles({ document: next }: NextPage): Promise<void> {
  const paths = [...next.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(({ href }) =>
    buildPath(href),
  );
  const missing = paths.filter((path) => !document.head.querySelector(`[data-sheet="${path}"]`));
  await Promise.all(missing.map((path) => loadingSheets.get(path) ?? loadSheet(path)));
}

/** Loads a sheet once for all pages; after a failure the next page retries. */
function loadSheet(path: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.setAttribute('href', path);
  const loading = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`the style sheet ${path} did not load`));
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener('error', fail, { once: true });
    setTimeout(fail, STYLES_TIMEOUT_MS);
  });
  loadingSheets.set(path, loading);
  loading.catch(() => {
    loadingSheets.delete(path);
    link.remove();
  });
  document.head.append(link);
  return loading;
}

function buildPath(address: string): string {
  return new URL(address).pathname;
}

/** Recreates scripts (those of the payment form), because parsed ones do not run. */
function runScripts(within: HTMLElement): void {
  for (const script of within.querySelectorAll<HTMLScriptElement>('script[src]')) {
    const copy = document.createElement('script');
    copy.src = script.src;
    copy.async = true;
    script.replaceWith(copy);
  }
}

/** Moves the marks of the current page in the top bar and the sidebar. */
function markCurrent(): void {
  const section = document.getElementById('page')?.dataset['section'] ?? '';
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.navbar-links a:not([data-version]), .tree a')) {
    const isTree = link.closest('.tree') !== null;
    const isCurrent =
      isTree || link.dataset['section'] !== 'docs' ? link.pathname === location.pathname : section.startsWith('docs:');
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
    if (isCurrent && isTree) link.scrollIntoView({ block: 'nearest' });
  }
  document.querySelector('.dropdown > button')?.toggleAttribute('data-active', section.startsWith('api:'));
}
