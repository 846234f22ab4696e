export type FragmentKind = 'main' | 'page';

/** How many pages are kept: enough to go back and forth, little enough to forget. */
const MAXIMUM = 40;
const fragments = new Map<string, Promise<string>>();

/** The part of a page below the top bar, as the server renders it. Asked for once; a failure is forgotten at once. */
export function loadFragment(url: URL, kind: FragmentKind, options: { isUrgent: boolean }): Promise<string> {
  const address = new URL(url);
  address.hash = '';
  address.searchParams.set('_fragment', kind);
  const kept = fragments.get(address.href);
  if (kept) return kept;
  const loading = request(address, options.isUrgent);
  fragments.set(address.href, loading);
  loading.catch(() => fragments.delete(address.href));
  const oldest = fragments.keys().next().value;
  if (fragments.size > MAXIMUM && oldest) fragments.delete(oldest);
  return loading;
}

async function request(address: URL, isUrgent: boolean): Promise<string> {
  const response = await fetch(address, { priority: isUrgent ? 'high' : 'low' });
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') && !response.redirected;
  if (!isPage) throw new Error(`${address.pathname} answered ${response.status} and no page`);
  return response.text();
}

/** Which part of the target differs from the present page: within one section the sidebar stays. */
export function fragmentKind(url: URL): FragmentKind {
  const root = document.getElementById('page')?.dataset['root'];
  return root && (url.pathname === root || url.pathname.startsWith(`${root}/`)) ? 'main' : 'page';
}
