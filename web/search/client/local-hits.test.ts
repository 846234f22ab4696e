import { aPage, anIndexOf, anOperation, aSection } from '../testing/a-site';
import { localHits } from './local-hits';

const SIGNATURE = aPage({
  url: '/docs/signature',
  title: 'Проверка подписи',
  breadcrumbs: ['Документация', 'Примеры'],
  sections: [aSection('Ключ', 'Открытый ключ вебхука.')],
});

describe('what the site’s own index finds, in the shape of Algolia’s answer', () => {
  test('is a page with its address, its title marked, and the way to it', () => {
    const [hit] = localHits(anIndexOf(SIGNATURE), 'подпись', '/base');
    expect(hit).toMatchObject({
      url: '/base/docs/signature?_highlight=%D0%BF%D0%BE%D0%B4%D0%BF%D0%B8%D1%81%D1%8C',
      type: 'lvl1',
      content: 'Документация › Примеры',
      hierarchy: { lvl0: 'Результаты', lvl1: 'Проверка подписи' },
      _snippetResult: { hierarchy: { lvl1: { value: 'Проверка <mark>подписи</mark>' } } },
    });
  });

  test('has the places of a page right after it, whatever else was found', () => {
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

  test('tells pages of one title apart, so that none gets the places of another', () => {
    const twins = ['v2', 'wallet/v0'].map((base, at) =>
      anOperation(`POST /${base}/webhooks`, `createWebhook${at}`, 'Создать вебхук'),
    );
    const titles = localHits(anIndexOf(...twins), 'создать вебхук', '').map(({ hierarchy }) => hierarchy.lvl1);
    expect(new Set(titles).size).toBe(2);
  });

  test('says which words it left out, once for all results', () => {
    const hits = localHits(anIndexOf(SIGNATURE), 'подписи ыъыъ', '');
    expect(new Set(hits.map(({ hierarchy }) => hierarchy.lvl0))).toEqual(new Set(['Найдено без слова «ыъыъ»']));
  });

  test('lets no markup of a page or a query through', () => {
    const index = anIndexOf(aPage({ url: '/docs/a', title: 'Подпись <b>ключа</b>' }));
    const [hit] = localHits(index, 'подпись <i>', '');
    const { lvl1, lvl2 } = hit!.hierarchy;
    expect(JSON.stringify([lvl1, lvl2, hit!.content, hit!._snippetResult])).not.toMatch(/<(?!\/?mark>)/);
  });
});
