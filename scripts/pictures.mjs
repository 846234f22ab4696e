// Draws the icons and the picture for links, web/public, from favicon.svg and the fonts of the site: node scripts/pictures.mjs
// CHROMIUM: the browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './run.mjs';

const NAME = 'Holdfast';
const HEADLINE = 'Приём платежей и выплаты на вашей стороне';
const STEPS = [
  ['Инвойс', 'paid'],
  ['Платёж', 'captured'],
  ['Вебхук', '200 OK'],
];

const folder = join(root, 'web/public');
const logo = readFileSync(join(folder, 'favicon.svg'), 'utf8');
/** Phones cut corners themselves. */
const square = logo.replace(/ rx="\d+"/, '');
const font = (name) => readFileSync(join(root, `ui/fonts/${name}.woff2`)).toString('base64');
const face = (family, name, range) =>
  `@font-face{font-family:${family};src:url(data:font/woff2;base64,${font(name)});font-weight:400 600;unicode-range:${range}}`;

const card = `<style>
${face('Text', 'text-latin', 'U+0-3FF,U+2000-2115')}${face('Text', 'text-cyrillic', 'U+400-4FF,U+2116')}
${face('Code', 'code-latin', 'U+0-3FF')}
body{margin:0;width:1200px;height:630px;box-sizing:border-box;padding:72px 80px;background:#0c2a2e;color:#e2ebec;font:40px/1.3 Text;overflow:hidden}
header{display:flex;align-items:center;gap:22px;font-weight:600}header svg{width:72px;height:72px}
h1{margin:52px 0 56px;max-width:960px;font-size:76px;line-height:1.12;font-weight:600;letter-spacing:-.02em}
ul{display:flex;gap:28px;margin:0;padding:0;list-style:none}
li{flex:1;padding:22px 26px;border:2px solid #3c6167;border-radius:16px;background:#0a2226;font-size:30px;display:flex;justify-content:space-between;align-items:center}
code{padding:4px 14px;border-radius:10px;background:#14363a;color:#86e2d7;font:24px Code}
.ring{position:absolute;border:3px solid #15393e;border-radius:50%;right:-220px;top:-260px;z-index:-1}
</style><div class="ring" style="width:720px;height:720px"></div><div class="ring" style="width:500px;height:500px;right:-110px;top:-150px"></div>
<header>${logo}${NAME}</header><h1>${HEADLINE}</h1>
<ul>${STEPS.map(([title, state]) => `<li>${title}<code>${state}</code></li>`).join('')}</ul>`;

/** An icon file with one PNG. */
function wrapIcon(png, side) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();

async function draw(html, width, height = width) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<html lang="ru">${html}</html>`);
  await page.evaluate('document.fonts.ready');
  return page.screenshot({ omitBackground: true });
}

const icon = (svg, side) => draw(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`, side);

writeFileSync(join(folder, 'og.png'), await draw(card, 1200, 630));
writeFileSync(join(folder, 'favicon.ico'), wrapIcon(await icon(logo, 32), 32));
writeFileSync(join(folder, 'apple-touch-icon.png'), await icon(square, 180));
for (const side of [192, 512]) writeFileSync(join(folder, `icon-${side}.png`), await icon(square, side));
await browser.close();
