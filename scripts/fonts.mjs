// Cuts the fonts, ui/fonts, to the characters and weights that the pages use: node scripts/fonts.mjs
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from './run.mjs';

const packages = join(root, 'node_modules/@fontsource-variable');
const target = join(root, 'ui/fonts');

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('');
const CHARACTERS = {
  latin: `${range(0x20, 0x7e)}\u00a0«»§©°±·×–—‘’“”„•…₽€→←↑↓−≤≥≠✓`,
  cyrillic: `${range(0x410, 0x44f)}ЁёІі№`,
  'cyrillic-ext': 'ӘәҒғҚқҢңӨөҰұҮүҺһ',
};
/** Code has one weight and no Kazakh; text has two weights, and the browser interpolates between them. */
const FONTS = [
  { name: 'text', source: 'onest', variationAxes: { wght: { min: 400, max: 600 } } },
  { name: 'code', source: 'jetbrains-mono', variationAxes: { wght: 400 } },
];

for (const { name, source, variationAxes } of FONTS) {
  for (const [script, characters] of Object.entries(CHARACTERS)) {
    if (name === 'code' && script === 'cyrillic-ext') continue;
    const whole = readFileSync(join(packages, source, `files/${source}-${script}-wght-normal.woff2`));
    // Without the closure, alternative glyphs and ligatures are left out.
    const subset = await subsetFont(whole, characters, { targetFormat: 'woff2', variationAxes, noLayoutClosure: true });
    writeFileSync(join(target, `${name}-${script}.woff2`), subset);
    console.log(`${name}-${script}.woff2: ${subset.length} bytes`);
  }
  copyFileSync(join(packages, source, 'LICENSE'), join(target, `${name}.LICENSE.txt`));
}
