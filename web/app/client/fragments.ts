export type FragmentKind = 'main' | 'page';

/** The number of cached pages. */
const MAX_FRAGMENTS = 40;
const fragments = new Map<string, Promise<string>>();

interface LoadOptions {
  isUrgent: boolean;
  /** Aborts the request if this caller started it. */
  signal?: AbortSignal;
}

/** Loads the part of a page below the top bar once; failures are not cached. */
export function loadFragment(url: URL, kind: FragmentKind, options: LoadOptions): Promise<string> {
  const address = new URL(url);
  address.hash = '';
  address.searchParams.set('_fragment', kind);
  const { href } = address;
  const kept = fragments.get(href);
  if (kept) return kept;
  const loading = request(address, options);
  fragments.set(href, loading);
  const forget = () => fragments.get(href) === loading && fragments.delete(href);
  // Synchronously, because the next call may be for the same page.
  options.signal?.addEventListener('abort', forget, { once: true });
  loading.then(() => options.signal?.removeEventListener('abort', forget)).catch(forget);
  const oldest = fragments.keys().next().value;
  if (fragments.size > MAX_FRAGMENTS && oldest) fragments.delete(oldest);
  return loading;
}

async function request(address: URL, { isUrgent, signal }: LoadOptions): Promise<string> {
  const response = await fetch(address, { priority: isUrgent ? 'high' : 'low', signal: signal ?? null });
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html') && !response.redirected;
  // The error page of a gateway is not cached.
  if (!isPage || isUnavailable(response))
    throw new Error(`${address.pathname} returned ${response.status} and no page`);
  return response.text();
}

/** Within a section only the main part differs. */
export function fragmentKind(url: URL): FragmentKind {
  const root = document.getElementById('page')?.dataset['root'];
  return root && (url.pathname === root || url.pathname.startsWith(`${root}/`)) ? 'main' : 'page';
}

/** Whether a gateway reports that the server is unavailable. */
export function isUnavailable({ status }: Response): boolean {
  return status >= 502 && status <= 504;
}
