import type { Schemas } from '../../api/client';
import type { ConsoleLanguage } from '../../texts/texts';

type Entry = Pick<Schemas['TimelineEntry'], 'kind' | 'what'>;

/** The API names changes and operations in English; these are their Russian names. */
const RUSSIAN: Readonly<Record<string, string>> = {
  InvoiceCreated: 'Инвойс создан',
  InvoiceStatusChanged: 'Состояние инвойса',
  InvoicePaid: 'Инвойс оплачен',
  InvoiceCancelled: 'Инвойс отменён',
  InvoiceFulfilled: 'Инвойс исполнен',
  PaymentStarted: 'Платёж начат',
  PaymentProcessed: 'Деньги удержаны',
  PaymentCaptured: 'Деньги списаны',
  PaymentCancelled: 'Удержание отменено',
  PaymentRefunded: 'Деньги возвращены полностью',
  PaymentFailed: 'Платёж не прошёл',
  PaymentChargedBack: 'Платёж оспорен',
  PaymentCashChanged: 'Сумма изменилась',
  PaymentInteractionRequested: 'Плательщик подтверждает платёж в банке',
  PaymentInteractionCompleted: 'Плательщик вернулся из банка',
  RefundCreated: 'Возврат начат',
  RefundPending: 'Возврат начат',
  RefundSucceeded: 'Возврат выполнен',
  RefundFailed: 'Возврат не прошёл',
  createInvoice: 'Магазин создал инвойс',
  createPaymentResource: 'Плательщик ввёл данные карты',
  createPayment: 'Плательщик нажал «Оплатить»',
  createRefund: 'Магазин просит возврат',
  capturePayment: 'Магазин списывает удержание',
  cancelPayment: 'Магазин отменяет удержание',
};

interface Described {
  title: string;
  /** The numbers for developers, in small print. */
  more?: string;
}

/** Splits an entry into what happened and the numbers around it. */
export function describeEntry({ kind, what }: Entry, language: ConsoleLanguage): Described {
  const say = (russian: string, english: string): string => (language === 'ru' ? russian : english);
  const name = (word: string): string => (language === 'ru' ? (RUSSIAN[word] ?? word) : word);
  if (kind === 'event' || kind === 'call') {
    const [, word = '', more = ''] = /^(\w+)\s*(.*)$/.exec(what) ?? [];
    return { title: name(word), more };
  }
  if (kind === 'webhook') {
    const [, type = '', event, webhook, , rest = ''] =
      /^(\w+) \(message (\d+)\) to webhook (\S+?)(,|:) (.*)$/.exec(what) ?? [];
    const [, number, status, ms] = /^attempt (\d+): (?:answered (\d+)|no answer) in (\d+) ms/.exec(rest) ?? [];
    if (type === '') return { title: what };
    const more = `${say('сообщение', 'message')} ${event}, ${webhook}`;
    if (number === undefined) return { title: `${name(type)}: ${rest}`, more };
    const answer = status ? say(`ответ ${status}`, `answered ${status}`) : say('нет ответа', 'no answer');
    return { title: `${name(type)}: ${answer}`, more: `${more}, ${say('попытка', 'attempt')} ${number}, ${ms} ms` };
  }
  if (kind === 'connector') {
    const [, attempt, connector, operation] = /^(.+?) goes to (\S+)(?: \((.+)\))?$/.exec(what) ?? [];
    if (connector) {
      return { title: say(`Запрос к ${connector}`, `Request to ${connector}`), more: operation ?? attempt ?? '' };
    }
    const [, by, outcome, rest] = /^(\S+) (\S+) (attempt \d+|\S+)$/.exec(what) ?? [];
    if (by && outcome) return { title: `${by}: ${outcomeText(outcome, language)}`, more: rest ?? '' };
  }
  return { title: what };
}

const OUTCOMES: Readonly<Record<string, string>> = {
  authorised: 'одобрено',
  declined: 'отклонено',
  failedOver: 'передано другому коннектору',
  expired: 'время вышло',
  ended: 'закончено',
};

function outcomeText(outcome: string, language: ConsoleLanguage): string {
  return language === 'ru' ? (OUTCOMES[outcome] ?? outcome) : outcome;
}
