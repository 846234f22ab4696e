import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { accessibilityViolations } from '../../tests/harness/axe';
import { launchBrowser } from '../../tests/harness/browser';

const root = join(__dirname, '../..');
const shots = join(root, '.cache/screenshots/ui');

let server: ChildProcess;
let address: string;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  server = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'ui/vite.config.ts'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
  });
  [address, browser] = await Promise.all([readAddress(server), launchBrowser()]);
});

afterAll(async () => {
  server?.kill();
  await browser?.close();
});

test.each([
  ['light', 1_350],
  ['dark', 1_350],
  ['light', 390],
  ['dark', 390],
])('every piece is accessible, fits and has one font: %s, %d px', async (theme, width) => {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => void problems.push(message));
  await page.goto(`${address}?theme=${theme}`);
  await page.getByRole('region', { name: 'Знаки карт' }).waitFor();
  await page.waitForFunction(
    () =>
      [...document.fonts].filter(({ family, status }) => family.includes('Onest') && status === 'loaded').length === 2,
  );
  await page.screenshot({ path: join(shots, `${theme}-${width}.png`), fullPage: true });
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const colours = await page
    .locator('.button.primary:enabled')
    .evaluateAll((all) => all.map((button) => getComputedStyle(button).backgroundColor));
  expect(new Set(colours)).toEqual(new Set([theme === 'light' ? 'rgb(168, 72, 15)' : 'rgb(240, 160, 112)']));
  expect(problems).toEqual([]);
  await page.close();
});

function readAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let printed = '';
    stdout?.on('data', (part: Buffer) => {
      printed += part.toString();
      const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed) ?? [];
      if (found) resolve(found);
    });
  });
}
