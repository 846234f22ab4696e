import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppParts } from './app';

/** The part that needs React. */
export function render({ place, ...parts }: AppParts & { place: HTMLElement }): void {
  // Drawn in slices: a slow phone hears its payer in between.
  startTransition(() =>
    createRoot(place).render(
      <StrictMode>
        <App {...parts} />
      </StrictMode>,
    ),
  );
  if (parts.options.mode !== 'inline') return;
  new ResizeObserver(() => {
    parts.opener.tell({ type: 'resized', heightPx: Math.ceil(place.getBoundingClientRect().height) });
  }).observe(place);
}
