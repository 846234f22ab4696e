import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface TestInputs {
  terminals: { provider: string }[];
  phones: { ctn: string }[];
  digitalWallets: { id: string }[];
  cryptoCurrencies: { cryptoCurrency: string }[];
  payOutCards: { outcome: { failure?: string } }[];
  amounts: { ending: number; behaviour: { type: string; failure?: string } }[];
}

const inputs = JSON.parse(readFileSync(join(__dirname, '../specs/test-cards.json'), 'utf8')) as TestInputs;
const page = readFileSync(join(__dirname, 'current/docs/refs/testcards.mdx'), 'utf8');
const getRow = (ending: number) => page.split('\n').find((line) => line.includes(`\`${ending}\``)) ?? '';

test('the page of test cards names every terminal, phone, wallet and crypto currency of the sandbox', () => {
  const named = [
    ...inputs.terminals.map(({ provider }) => provider),
    ...inputs.phones.map(({ ctn }) => ctn),
    ...inputs.digitalWallets.map(({ id }) => id),
    ...inputs.cryptoCurrencies.map(({ cryptoCurrency }) => cryptoCurrency),
  ];
  expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the page of test cards names every refusal of payouts by a card of the sandbox', () => {
  const refusals = new Set(inputs.payOutCards.flatMap(({ outcome }) => outcome.failure ?? []));
  const [, section = ''] = page.split('## Вывод средств');
  const [table = ''] = section.split('\n## ');
  const shown = [...table.matchAll(/\| `(\w+)` /g)].map(([, code]) => code);
  expect(shown.sort()).toEqual([...refusals].sort());
});

test('the page of test cards names every special amount of the sandbox with its refusal', () => {
  for (const { ending, behaviour } of inputs.amounts) {
    const failure = (behaviour.failure ?? '').replaceAll(':', '` / `');
    expect({ ending, row: getRow(ending) }).toEqual({ ending, row: expect.stringContaining(failure) as string });
    expect({ ending, isListed: getRow(ending) !== '' }).toEqual({ ending, isListed: true });
  }
});

test('the page of test cards names no amount that the sandbox does not know', () => {
  const endings = new Set(inputs.amounts.map(({ ending }) => String(ending)));
  const [, section = ''] = page.split('## Особые суммы');
  const shown = [...section.matchAll(/`(\d{6})`/g)].map(([, ending]) => ending ?? '');
  expect(shown.filter((ending) => !endings.has(ending))).toEqual([]);
});
