import { aPage, anIndexOf, anOperation, aSection } from '../testing/a-site';
import { localHits } from './local-hits';

const SIGNATURE = aPage({
  url: '/docs/signature',
  title: 'Проверка подписи',
  breadcrumbs: ['Документация', 'Примеры'],
  sections: [aSection('Ключ', 'Открытый ключ вебхука.')],
});

describe('hits of the site’s own index in Algolia’s format', () => {
  test('contain a page’s address, marked title and breadcrumbs', () => {
    const [hit] = localHits(anIndexOf(SIGNATURE), 'подпись', '/base');
    expect(hit).toMatchObject({
      url: '/base/docs/signature?_highlight=%D0%BF%D0%BE%D0%B4%D0%BF%D0%B8%D1%81%D1%8C',
      type: 'lvl1',
      content: 'Документация › Примеры',
      hierarchy: { lvl0: 'Результаты', lvl1: 'Проверка подписи' },
      _snippetResult: { hierarchy: { lvl1: { value: 'Проверка <mark>подписи</mark>' } } },
    });
  });

  test('list the places of a page directly after it', () => {
    const sections = [aSection('Ключ вебхука'), aSection('Срок вебхука')];
    const index = anIndexOf(
      aPage({ url: '/docs/b', title: 'Вебхук', sections }),
      aPage({ url: '/docs/c', title: 'О вебхуке' }),
    );
    expect(localHits(index, 'вебхук', '').map(({ type, hierarchy }) => [type, hierarchy.lvl1, hierarchy.lvl2])).toEqual(
      [
        ['lvl1', 'Вебхук', null],
        ['lvl2', 'Вебхук', 'Ключ вебхука'],
        ['lvl2', 'Вебхук', 'Срок вебхука'],
        ['lvl1', 'О вебхуке', null],
      ],
    );
  });

  test('distinguish pages with the same title', () => {
    const twins = ['v2', 'wallet/v0'].map((base, at) =>
      anOperation(`POST /${base}/webhooks`, `createWebhook${at}`, 'Создать вебхук'),
    );
    const titles = localHits(anIndexOf(...twins), 'создать вебхук', '').map(({ hierarchy }) => hierarchy.lvl1);
    expect(new Set(titles).size).toBe(2);
  });

  test('name the omitted words once', () => {
    const hits = localHits(anIndexOf(SIGNATURE), 'подписи ыъыъ', '');
    expect(new Set(hits.map(({ hierarchy }) => hierarchy.lvl0))).toEqual(new Set(['Найдено без слова «ыъыъ»']));
  });

  test('escape markup of pages and queries', () => {
    const index = anIndexOf(aPage({ url: '/docs/a', title: 'Подпись <b>ключа</b>' }));
    const [hit] = localHits(index, 'подпись <i>', '');
    const { lvl1, lvl2 } = hit!.hierarchy;
    expect(JSON.stringify([lvl1, lvl2, hit!.content, hit!._snippetResult])).not.toMatch(/<(?!\/?mark>)/);
  });
});
