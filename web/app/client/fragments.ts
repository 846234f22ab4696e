export type FragmentKind = 'main' | 'page';

/** How many pages are kept: enough to go back and forth, little enough to forget. */
const MAXIMUM = 40;
const fragments = new Map<string, Promise<string>>();

interface Wish {
  isUrgent: boolean;
  /** Ends the request, if it was this wish that began it. */
  signal?: AbortSignal;
}

/** The part of a page below the top bar, as the server renders it. Asked for once; a failure is forgotten at once. */
export function loadFragment(url: URL, kind: FragmentKind, wish: Wish): Promise<string> {
  const address = new URL(url);
  address.hash = '';
  address.searchParams.set('_fragment', kind);
  const { href } = address;
  const kept = fragments.get(href);
  if (kept) return kept;
  const loading = request(address, wish);
  fragments.set(href, loading);
  const forget = () => fragments.get(href) === loading && fragments.delete(href);
  // At once: the next wish may be for the same page.
  wish.signal?.addEventListener('abort', forget, { once: true });
  loading.then(() => wish.signal?.removeEventListener('abort', forget)).catch(forget);
  const oldest = fragments.keys().next().value;
  if (fragments.size > MAXIMUM && oldest) fragments.delete(oldest);
  return loading;
}

async function request(address: URL, { isUrgent, signal }: Wish): Promise<string> {
  const response = await fetch(address, { priority: isUrgent ? 'high' : 'low', signal: signal ?? null });
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') && !response.redirected;
  // What a gateway says in place of the server is not to be kept.
  if (!isPage || isAway(response)) throw new Error(`${address.pathname} answered ${response.status} and no page`);
  return response.text();
}

/** Which part of the target differs from the present page: within one section the sidebar stays. */
export function fragmentKind(url: URL): FragmentKind {
  const root = document.getElementById('page')?.dataset['root'];
  return root && (url.pathname === root || url.pathname.startsWith(`${root}/`)) ? 'main' : 'page';
}

/** Whether an answer is only a gateway's word that the server is away. */
export function isAway({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
