import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that another theme of the same page can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Lists accessibility violations. Shows the whole page first, because axe skips unpainted elements and misreads colours in transition. */
export async function accessibilityViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.waitForFunction(hasArrived);
  await page.waitForFunction(hasSettled);
  // Injected through the debugger, because the site's policy forbids scripts.
  await page.evaluate(axe);
  return page.evaluate(findViolations, rules);
}

/** Violations that a page which was looked at in one theme has in another. */
export async function colourViolations(page: Page): Promise<string[]> {
  return accessibilityViolations(page, COLOUR_RULES);
}

/** Runs in the page, as a function because the site's policy forbids evaluating text. */
function hasArrived(): boolean {
  const { document } = globalThis as unknown as { document: { querySelector(selector: string): unknown } };
  return document.querySelector('.arriving') === null;
}

/** Runs in the page. Ignores endless animations. */
function hasSettled(): boolean {
  const { document } = globalThis as unknown as {
    document: { getAnimations(): { playState: string; effect: { getComputedTiming(): { endTime: number } } }[] };
  };
  return document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect.getComputedTiming().endTime === Infinity);
}

/** Runs in the page. Collects nodes of violations only, which is faster. */
async function findViolations(rules: string[] | undefined): Promise<string[]> {
  const { axe, document } = globalThis as unknown as {
    axe: { run: (root: unknown, options: RunOptions) => Promise<AxeResults> };
    document: unknown;
  };
  const only = rules && { runOnly: { type: 'rule', values: rules } as const };
  const { violations } = await axe.run(document, { resultTypes: ['violations'], ...only });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
