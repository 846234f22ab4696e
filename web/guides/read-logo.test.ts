import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLogo } from './read-logo';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-logo-'));
afterAll(() => rmSync(folder, { recursive: true }));

function logoOf(name: string, text: string): Promise<string> {
  writeFileSync(join(folder, name), text);
  return readLogo(join(folder, name));
}

const DRAWING = '<svg viewBox="0 0 8 8"><rect width="8" height="8" fill="#0f766e"/></svg>';

describe('the inline logo', () => {
  test('contains the favicon’s drawing without the file’s prolog', async () => {
    expect(await logoOf('a.svg', `<?xml version="1.0"?>\n<!-- ours -->\n${DRAWING}\n`)).toBe(DRAWING);
  });

  test.each([
    ['names its parts', '<svg><path id="a" d="M0 0"/></svg>'],
    ['brings styles', '<svg><style>path { fill: red }</style></svg>'],
    ['is styled by attributes', '<svg><path style="fill: red"/></svg>'],
    ['refers to another place', '<svg><use href="#a"/></svg>'],
    ['runs something', '<svg onload="go()"></svg>'],
  ])('falls back to a file when the drawing %s', async (_what, text) => {
    expect(await logoOf('b.svg', text)).toBe('');
  });

  test('falls back to a file for another image type or a missing file', async () => {
    expect(await logoOf('c.png', DRAWING)).toBe('');
    expect(await readLogo(join(folder, 'none.svg'))).toBe('');
  });
});
