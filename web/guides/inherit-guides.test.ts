import type { CompiledVersion, Guide } from './guide';
import { inheritGuides } from './inherit-guides';

function aGuide(path: string, parts: Partial<Guide> = {}): Guide {
  const id = path.replace(/^\/docs\/(next\/)?/, '');
  const nothing = { description: '', html: '', headings: [], sections: [], markdown: '' };
  return {
    id,
    path,
    title: id,
    sidebarLabel: id,
    isUnlisted: false,
    needsCheckout: false,
    updated: undefined,
    ...nothing,
    ...parts,
  };
}

const CURRENT: CompiledVersion = {
  name: 'current',
  label: 'Текущая',
  root: '/docs',
  isDefault: true,
  sidebar: ['intro', { category: 'more', title: 'Ещё', items: ['more/pay'] }],
  guides: {
    intro: aGuide('/docs/intro', {
      html: '<a href="/docs/more/pay#how">a</a><a href="/docs">b</a><a href="/docs/category/more">c</a><a href="/docs/none">d</a><a href="/api/payments">e</a><a href="https://x.example/docs/intro">f</a>',
      markdown: '[a](/docs/more/pay#how) [b](/docs/intro.md) [c](/docs/none) [d](https://x.example/docs/intro)',
    }),
    'more/pay': aGuide('/docs/more/pay', { title: 'Как платить' }),
  },
};

const NEXT: CompiledVersion = {
  name: 'next',
  label: 'Следующая',
  root: '/docs/next',
  isDefault: false,
  basedOn: 'current',
  guides: {
    changes: aGuide('/docs/next/changes'),
    'more/pay': aGuide('/docs/next/more/pay', { title: 'Как платить иначе' }),
  },
};

describe('a derived version', () => {
  const next = inheritGuides([CURRENT, NEXT])[1]!;

  test('contains its own guides and inherits the others', () => {
    expect(Object.values(next.guides).map(({ path, title }) => [path, title])).toEqual([
      ['/docs/next/intro', 'intro'],
      ['/docs/next/more/pay', 'Как платить иначе'],
      ['/docs/next/changes', 'changes'],
    ]);
  });

  test('inherits its base’s sidebar with its own guides first, unless it has a sidebar', () => {
    expect(next.sidebar).toEqual(['changes', ...(CURRENT.sidebar ?? [])]);
    expect(inheritGuides([CURRENT, { ...NEXT, sidebar: ['changes'] }])[1]!.sidebar).toEqual(['changes']);
  });

  test('rewrites links of inherited guides to itself, and no others', () => {
    const links = [...next.guides['intro']!.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      '/docs/next/more/pay#how',
      '/docs/next',
      '/docs/next/category/more',
      '/docs/none',
      '/api/payments',
      'https://x.example/docs/intro',
    ]);
    expect(next.guides['intro']!.markdown).toBe(
      '[a](/docs/next/more/pay#how) [b](/docs/next/intro.md) [c](/docs/none) [d](https://x.example/docs/intro)',
    );
  });

  test('cannot be based on a later version', () => {
    expect(() => inheritGuides([NEXT, CURRENT])).toThrow('next is based on current, which is not an earlier version');
  });
});

test('a version without a base is unchanged', () => {
  const { sidebar: _sidebar, ...bare } = CURRENT;
  expect(inheritGuides([bare])[0]!.sidebar).toEqual(['intro', 'more/pay']);
  expect(inheritGuides([CURRENT])[0]!.guides).toEqual(CURRENT.guides);
});
