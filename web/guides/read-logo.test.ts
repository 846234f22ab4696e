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

describe('the logo within a page', () => {
  test('is the drawing of the favicon, without what a file says before it', async () => {
    expect(await logoOf('a.svg', `<?xml version="1.0"?>\n<!-- ours -->\n${DRAWING}\n`)).toBe(DRAWING);
  });

  test.each([
    ['names its parts', '<svg><path id="a" d="M0 0"/></svg>'],
    ['brings styles', '<svg><style>path { fill: red }</style></svg>'],
    ['is styled by attributes', '<svg><path style="fill: red"/></svg>'],
    ['refers to another place', '<svg><use href="#a"/></svg>'],
    ['runs something', '<svg onload="go()"></svg>'],
  ])('is left to a file where the drawing %s', async (_what, text) => {
    expect(await logoOf('b.svg', text)).toBe('');
  });

  test('is left to a file where that is another kind of picture, or is not there', async () => {
    expect(await logoOf('c.png', DRAWING)).toBe('');
    expect(await readLogo(join(folder, 'none.svg'))).toBe('');
  });
});
