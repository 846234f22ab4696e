import { loadStyles, readFragment, showFragment, type NextPage } from './apply-fragment';
import { fragmentKind, isAway, loadFragment, type FragmentKind } from './fragments';
import { hashTarget } from './hash-target';
import { internalUrl, isSamePage, pageUrl } from './internal-links';
import { hideLoadErrors, showLoadError } from './load-error';
import { showProgress } from './progress-bar';

/** How long the server may take to say that it is there. */
const ANSWER_TIMEOUT_MS = 8000;

let enhancePage: () => void = () => undefined;
/** Of the page that is on its way: the address has changed since, if it is aborted, and the page is not to be shown. */
let onItsWay = new AbortController();
let shown = getPage(location);

/** Moves between pages without loading everything anew. Whatever fails falls back to what the browser would have done. */
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
      onItsWay.abort();
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
  // The browser goes there by itself.
  if (isSamePage(url) && url.hash) return glide();
  event.preventDefault();
  if (internalUrl(link)) visit(url);
  else void leave(url);
}

/** A form that asks for a page is a link with a choice in it: the search. */
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

/** Goes to an address as a click on a link to it would. */
export function follow(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  const [own, page] = [internalUrl(link), pageUrl(link)];
  if (own) visit(own);
  else if (page) void leave(page);
  else location.assign(address);
}

/** Goes to a page that has another top bar, by loading the whole of it. */
async function leave(url: URL): Promise<void> {
  onItsWay.abort();
  onItsWay = new AbortController();
  const { signal } = onItsWay;
  const answers = await isServed(url);
  if (signal.aborted) return;
  if (answers) location.assign(url);
  else offerAgain(() => void leave(url));
}

/** Within a page a click glides to its place, so that the reader sees the way; an address that names one is there at once. */
function glide(): void {
  layOutWhole(true);
  const { classList } = document.documentElement;
  classList.add('gliding');
  addEventListener('scrollend', () => classList.remove('gliding'), { once: true });
}

/** Goes to a page of the site as a click on a link to it would. */
export function visit(url: URL): void {
  rememberScroll();
  if (isSamePage(url)) history.replaceState(null, '', url);
  else history.pushState(null, '', url);
  void navigate(url, {});
}

async function navigate(url: URL, options: { scrollTo?: number | undefined }): Promise<void> {
  onItsWay.abort();
  onItsWay = new AbortController();
  const { signal } = onItsWay;
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

/** The part of a page that differs from the present one, and its styles. Changes nothing that is shown. */
async function loadPage(url: URL, signal: AbortSignal): Promise<NextPage> {
  const kind = fragmentKind(url);
  const load = async (part: FragmentKind) =>
    readFragment(await loadFragment(url, part, { isUrgent: true, signal }), part);
  const next = (await load(kind)) ?? (await load('page'));
  if (!next) throw new Error('the answer holds no page');
  await loadStyles(next);
  return next;
}

/**
 * A page that could not be put in the place of this one is loaded whole, for the server may have changed meanwhile. Where it does not
 * answer at all, that would only trade what is shown for the browser's error.
 */
async function recover(url: URL, error: unknown, signal: AbortSignal): Promise<void> {
  console.warn(`${url.pathname} could not be loaded`, error);
  const answers = await isServed(url);
  if (signal.aborted) return;
  if (answers) loadWhole(url);
  else offerAgain(() => void navigate(url, {}));
}

/** Whether the server has an answer for an address, be it that nothing is there. */
async function isServed(url: URL): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    return !isAway(await fetch(url, { method: 'HEAD', cache: 'no-store', signal }));
  } catch {
    return false;
  }
}

function offerAgain(again: () => void): void {
  const main = document.getElementById('main');
  if (main) showLoadError(main, again);
}

/** The address bar has the address already, and going to a place in the present document would load nothing. */
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

/** A place is found by the heights of all that is above it, which are estimates where it has not been laid out. */
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
