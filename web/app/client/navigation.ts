import { loadStyles, readFragment, showFragment, type NextPage } from './apply-fragment';
import { fragmentKind, isUnavailable, loadFragment, type FragmentKind } from './fragments';
import { hashTarget } from './hash-target';
import { internalUrl, isSamePage, pageUrl } from './internal-links';
import { hideLoadErrors, showLoadError } from './load-error';
import { showProgress } from './progress-bar';

/** The timeout of the availability check. */
const AVAILABILITY_TIMEOUT_MS = 8000;

let enhancePage: () => void = () => undefined;
/** Aborts the navigation in progress; an aborted page is not shown. */
let inProgress = new AbortController();
let shown = getPage(location);

/** Navigates without reloading the document, and falls back to the browser on failure. */
export function startNavigation(enhance: () => void): void {
  enhancePage = enhance;
  history.scrollRestoration = 'manual';
  addEventListener('pagehide', () => {
    rememberScroll();
    history.scrollRestoration = 'auto';
  });
  document.addEventListener('click', onClick);
  document.addEventListener('submit', onSubmit);
  addEventListener('popstate', ({ state }) => {
    if (getPage(location) === shown) {
      inProgress.abort();
      hideLoadErrors();
      return restoreScroll(state);
    }
    void navigate(new URL(location.href), { scrollTo: getScroll(state) });
  });
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const url = link && pageUrl(link);
  if (!url) return;
  if (isSamePage(url) && url.hash) return glide();
  event.preventDefault();
  if (internalUrl(link)) visit(url);
  else void leave(url);
}

/** A GET form navigates like a link: the search. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get') return;
  const link = document.createElement('a');
  link.href = form.action;
  link.search = new URLSearchParams(new FormData(form) as unknown as Record<string, string>).toString();
  if (!pageUrl(link)) return;
  event.preventDefault();
  follow(link.href);
}

/** Navigates to an address like a click on a link. */
export function follow(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  const [own, page] = [internalUrl(link), pageUrl(link)];
  if (own) visit(own);
  else if (page) void leave(page);
  else location.assign(address);
}

/** Loads a page with another top bar as a whole document. */
async function leave(url: URL): Promise<void> {
  inProgress.abort();
  inProgress = new AbortController();
  const { signal } = inProgress;
  const isAvailable = await isServed(url);
  if (signal.aborted) return;
  if (isAvailable) location.assign(url);
  else offerRetry(() => void leave(url));
}

/** Scrolls smoothly within a page. */
function glide(): void {
  layOutWhole(true);
  const { classList } = document.documentElement;
  classList.add('gliding');
  addEventListener('scrollend', () => classList.remove('gliding'), { once: true });
}

/** Navigates to a page of the site like a click on a link. */
export function visit(url: URL): void {
  rememberScroll();
  if (isSamePage(url)) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  void navigate(url, {});
}

async function navigate(url: URL, options: { scrollTo?: number | undefined }): Promise<void> {
  inProgress.abort();
  inProgress = new AbortController();
  const { signal } = inProgress;
  const progress = showProgress();
  closeSidebar();
  try {
    const next = await loadPage(url, signal);
    if (signal.aborted) return;
    showFragment(next);
    shown = getPage(url);
    enhancePage();
    settle(url, options.scrollTo);
    document.dispatchEvent(new CustomEvent('page:shown'));
  } catch (error) {
    if (!signal.aborted) await recover(url, error, signal);
  } finally {
    progress.done();
  }
}

/** Loads the differing part of a page and its styles without showing it. */
async function loadPage(url: URL, signal: AbortSignal): Promise<NextPage> {
  const kind = fragmentKind(url);
  const load = async (part: FragmentKind) =>
    readFragment(await loadFragment(url, part, { isUrgent: true, signal }), part);
  const next = (await load(kind)) ?? (await load('page'));
  if (!next) throw new Error('the response contains no page');
  await loadStyles(next);
  return next;
}

/**
 * Loads the whole document if the server is available, since it may have changed; otherwise offers a retry instead of
 * the error page of the browser.
 */
async function recover(url: URL, error: unknown, signal: AbortSignal): Promise<void> {
  console.warn(`${url.pathname} could not be loaded`, error);
  const isAvailable = await isServed(url);
  if (signal.aborted) return;
  if (isAvailable) loadWhole(url);
  else offerRetry(() => void navigate(url, {}));
}

/** Whether the server responds, also with 404. */
async function isServed(url: URL): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(AVAILABILITY_TIMEOUT_MS);
    return !isUnavailable(await fetch(url, { method: 'HEAD', cache: 'no-store', signal }));
  } catch {
    return false;
  }
}

function offerRetry(retry: () => void): void {
  const main = document.getElementById('main');
  if (main) showLoadError(main, retry);
}

/** The address bar already shows the address, and navigating to a hash of the same document would load nothing. */
function loadWhole(url: URL): void {
  if (url.hash) history.replaceState(null, '', shown);
  location.replace(url);
}

function settle(url: URL, scrollTo: number | undefined): void {
  const target = hashTarget(url.hash);
  layOutWhole(Boolean(scrollTo || target));
  document.getElementById('main')?.focus({ preventScroll: true });
  if (scrollTo !== undefined) scroll(scrollTo);
  else if (target) target.scrollIntoView({ behavior: 'instant' });
  else scroll(0);
}

/** Lays out the whole page, because scrolling to a place needs exact heights above it. */
function layOutWhole(isWhole: boolean): void {
  document.documentElement.classList.toggle('whole', isWhole);
}

function scroll(top: number): void {
  scrollTo({ top, behavior: 'instant' });
}

function rememberScroll(): void {
  history.replaceState({ scroll: scrollY }, '');
}

function getScroll(state: unknown): number | undefined {
  return (state as { scroll?: number } | null)?.scroll;
}

function restoreScroll(state: unknown): void {
  const target = hashTarget(location.hash);
  const top = getScroll(state);
  if (top !== undefined) scroll(top);
  else if (target) target.scrollIntoView();
  else scroll(0);
}

function getPage({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

function closeSidebar(): void {
  const sidebar = document.getElementById('sidebar');
  if (sidebar?.matches(':popover-open')) sidebar.hidePopover();
}
