import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What is not accessible on a page, all of which is shown first: axe passes over what waits for the first paint, and takes a colour
 * on its way to another one for the colour.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.waitForFunction(hasArrived);
  await page.waitForFunction(hasSettled);
  // It is put into the page as text, which the site's policy forbids to anyone but a debugger.
  await page.evaluate(axe);
  return page.evaluate(findViolations);
}

/** Runs in the page. A function and no text: the site's policy lets text be evaluated at the first look only. */
function hasArrived(): boolean {
  const { document } = globalThis as unknown as { document: { querySelector(selector: string): unknown } };
  return document.querySelector('.arriving') === null;
}

/** Runs in the page. What turns for ever is an animation, and no transition. */
function hasSettled(): boolean {
  const { document, CSSTransition } = globalThis as unknown as {
    document: { getAnimations(): object[] };
    CSSTransition: new () => object;
  };
  return !document.getAnimations().some((animation) => animation instanceof CSSTransition);
}

/** Runs in the page. Nodes are gathered for what is wrong only: most of the time would go into naming the others. */
async function findViolations(): Promise<string[]> {
  const { axe, document } = globalThis as unknown as {
    axe: { run: (root: unknown, options: RunOptions) => Promise<AxeResults> };
    document: unknown;
  };
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
