import type {
  ActSigner,
  BilledService,
  DocumentContent,
} from '../../../domain/merchants/settlement/settlement-document';
import { lastDay, partiesText, right, rubles, russianDay, table, type PdfNode } from './pdf-parts';

/** The act of services of a month, with who signs it for the merchant. */
export function actText(content: DocumentContent): PdfNode[] {
  const { services, provider, signer } = content;
  return [
    title('Акт об оказанных услугах', content),
    ...partiesText(content),
    period(content),
    { text: 'Услуги по приёму и обработке платежей', style: 'section' },
    serviceTable(services),
    ...totals(services),
    'Услуги оказаны полностью и в срок. Заказчик претензий по объёму, качеству и срокам оказания услуг не имеет.',
    {
      margin: [0, 30, 0, 0],
      columnGap: 20,
      columns: [
        { stack: ['Исполнитель', provider, '\n________________ / ________________ /'] },
        {
          stack: [
            'Заказчик',
            ...(signer ? signerText(signer) : []),
            `\n________________ / ${signer?.fullName ?? ''} /`,
          ],
        },
      ],
    },
  ];
}

/** The invoice of the fees of a month that are paid apart from payouts. */
export function invoiceText(content: DocumentContent): PdfNode[] {
  const { services } = content;
  return [
    title('Счёт на оплату', content),
    ...partiesText(content),
    period(content),
    { text: 'Комиссии, не удержанные из выплат', style: 'section' },
    serviceTable(services.map(({ turnover: _, ...service }) => service)),
    ...totals(services),
    'Счёт оплачивается по реквизитам исполнителя из договора.',
  ];
}

/** Numbered by month and contract: a contract has one of a kind in a month. */
function title(name: string, content: DocumentContent): PdfNode {
  const day = russianDay(lastDay(content));
  return { text: `${name} № ${content.month}/${content.contractID} от ${day}`, style: 'title' };
}

function period({ from, ...content }: DocumentContent): string {
  return `Период: ${content.month}, по ${russianDay(lastDay({ ...content, from }))} включительно (${content.timeZone})`;
}

type ShownService = Omit<BilledService, 'turnover'> & Partial<Pick<BilledService, 'turnover'>>;

function serviceTable(services: readonly ShownService[]): PdfNode {
  const hasTurnover = services.some(({ turnover }) => turnover !== undefined);
  const rows = services.map(({ shopName, currency, turnover, fee, vat }): PdfNode[] => [
    `Приём и обработка платежей, магазин «${shopName}»`,
    ...(turnover === undefined ? [] : [right(rubles(turnover, currency))]),
    ...[right(rubles(fee, currency)), right(rubles(vat, currency))],
  ]);
  const headings = ['Услуга', ...(hasTurnover ? ['Оборот'] : []), 'Стоимость', 'в т. ч. НДС'];
  return table(headings, rows, ['*', ...headings.slice(1).map(() => 'auto')]);
}

function totals(services: readonly BilledService[]): PdfNode[] {
  const currencies = [...new Set(services.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = services.filter((service) => service.currency === currency);
    const sum = (field: 'fee' | 'vat'): string => String(own.reduce((total, each) => total + BigInt(each[field]), 0n));
    const text = `Итого: ${rubles(sum('fee'), currency)}, в том числе НДС ${rubles(sum('vat'), currency)}`;
    return { text, bold: true, alignment: 'right', margin: [0, 6, 0, 6] };
  });
}

function signerText({ position, fullName, document }: ActSigner): string[] {
  const { representativeDocumentType: type, id, signedAt } = document;
  const isCharter = type === 'ArticlesOfAssociation';
  const basis = isCharter ? 'устава' : `доверенности № ${id} от ${russianDay(signedAt ?? '')}`;
  return [`${position} ${fullName}`, `действует на основании ${basis}`];
}
