import type { FragmentKind } from './fragments';

/** What each page says of itself in the head, and the next page says anew. */
const OWN_TAGS =
  'meta[name="description"], meta[name="robots"], meta[property^="og:"], link[rel="canonical"], link[rel="alternate"], script[type="application/ld+json"]';

/** Puts a page in place of the present one. False if the part is not enough: its sidebar is another one. */
export async function applyFragment(html: string, kind: FragmentKind): Promise<boolean> {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const id = kind === 'main' ? 'main' : 'page';
  const [from, to] = [next.getElementById(id), document.getElementById(id)];
  if (!from || !to) throw new Error('the answer holds no page');
  const section = document.getElementById('page')?.dataset['section'];
  if (kind === 'main' && from.dataset['section'] !== section) return false;
  await loadStyles(next);
  for (const tag of document.head.querySelectorAll(OWN_TAGS)) tag.remove();
  document.head.append(...next.querySelectorAll(OWN_TAGS));
  document.title = next.title;
  to.replaceWith(document.adoptNode(from));
  runScripts(from);
  markCurrent();
  return true;
}

async function loadStyles(next: Document): Promise<void> {
  const missing = [...next.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ href }) => !document.head.querySelector(`:is([data-sheet="${pathOf(href)}"], link[href="${pathOf(href)}"])`),
  );
  await Promise.all(
    missing.map((link) => {
      const copy = document.createElement('link');
      copy.rel = 'stylesheet';
      copy.setAttribute('href', pathOf(link.href));
      document.head.append(copy);
      return new Promise((resolve) => copy.addEventListener('load', resolve, { once: true }));
    }),
  );
}

function pathOf(address: string): string {
  return new URL(address).pathname;
}

/** Scripts within parsed markup do not run; the few that a page asks for (the payment form's) are made anew. */
function runScripts(within: HTMLElement): void {
  for (const script of within.querySelectorAll<HTMLScriptElement>('script[src]')) {
    const copy = document.createElement('script');
    copy.src = script.src;
    copy.async = true;
    script.replaceWith(copy);
  }
}

/** The top bar and the sidebar stay; their marks of the present page move. */
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
