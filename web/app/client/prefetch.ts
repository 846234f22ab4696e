import { fragmentKind, loadFragment } from './fragments';
import { internalUrl, isSamePage } from './internal-links';
import { whenIdle } from './when-idle';

/** The byte budget of prefetching for each page view: about two pages. */
const BUDGET_BYTES = 10_000;

let observer: IntersectionObserver | undefined;
let isStarted = false;

/** Prefetches links in view within the budget, and links under the pointer at once. */
export function startPrefetch(): void {
  if (isConnectionCostly()) return;
  if (!isStarted) startAtIntent();
  isStarted = true;
  observer?.disconnect();
  const queue = new Map<string, { url: URL; rank: number }>();
  let isRunning = false;
  observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      const url = isIntersecting && internalUrl(target as HTMLAnchorElement);
      if (!url || isSamePage(url) || url.pathname.endsWith('/search')) continue;
      observer?.unobserve(target);
      if (!queue.has(url.pathname)) queue.set(url.pathname, { url, rank: getRank(target) });
    }
    if (isRunning) return;
    isRunning = true;
    whenIdle(() => void drain(queue).finally(() => (isRunning = false)));
  });
  for (const link of document.querySelectorAll('a[href]')) observer.observe(link);
}

/** Readers on 2G or with data saving pay for every byte. */
function isConnectionCostly(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string; saveData?: boolean } };
  return Boolean(connection?.saveData) || /2g/.test(connection?.effectiveType ?? '');
}

/** Links of the text rank before those of the sidebar. */
function getRank(link: Element): number {
  return link.closest('.pagination') ? 0 : link.closest('article') ? 1 : link.closest('.tree') ? 2 : 3;
}

let spent = 0;

async function drain(queue: Map<string, { url: URL; rank: number }>): Promise<void> {
  const done = new Set<string>();
  for (;;) {
    const next = [...queue].filter(([path]) => !done.has(path)).sort(([, a], [, b]) => a.rank - b.rank)[0];
    if (!next || spent >= BUDGET_BYTES) return;
    done.add(next[0]);
    const { url } = next[1];
    const html = await loadFragment(url, fragmentKind(url), { isUrgent: false }).catch(() => '');
    spent += transferredBytes(url) ?? html.length / 8;
  }
}

function transferredBytes(url: URL): number | undefined {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries.findLast(({ name }) => name.startsWith(url.origin + url.pathname + '?'))?.transferSize;
}

/** Prefetches on hover, touch and focus regardless of the budget. */
function startAtIntent(): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const url = link && internalUrl(link);
    if (url && !isSamePage(url)) void loadFragment(url, fragmentKind(url), { isUrgent: true }).catch(() => undefined);
  };
  for (const event of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(event, prefetch, { passive: true });
}
