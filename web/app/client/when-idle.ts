/** Runs when the browser has nothing more urgent; Safari has no such notion, a moment later must do. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 200);
}
