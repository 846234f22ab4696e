import iconv from 'iconv-lite';
import {
  orderReference,
  type BankParty,
  type BankPayout,
  type PayoutBatch,
} from '../domain/merchants/bank-file/bank-file';
import { hasAccountKey, isBik, isInn, isRoubleAccount } from '../domain/wallets/destination/schemes/russia';
import { decimalText } from '../domain/platform/money/amount-text';
import { rfc3339Text } from '../domain/platform/rfc3339/rfc3339';
import { BatchChecks, payoutField, PRINTABLE } from './batch-checks';
import { TEXT_EXCHANGE_MARK } from './text-statement';

export type TextEncoding = 'utf-8' | 'windows-1251';

const MAX_PURPOSE = 210;

/**
 * Writes a batch of payouts in roubles as payment orders in the text exchange format of Russian banks (version 1.03).
 * References are those of `orderReference`.
 * @throws BankFileRefused with all faults of the batch
 */
export function writeTextOrders(batch: PayoutBatch, encoding: TextEncoding = 'windows-1251'): Buffer {
  check(batch, encoding);
  const { createdAt, executionDate, debtor, payouts } = batch;
  const [day = '', time = ''] = rfc3339Text(createdAt).split(/[T.Z]/);
  const lines = [
    TEXT_EXCHANGE_MARK,
    ...formatFields({
      ВерсияФормата: '1.03',
      Кодировка: encoding === 'utf-8' ? 'UTF-8' : 'Windows',
      Отправитель: 'Holdfast',
      ...{ ДатаСоздания: formatDay(day), ВремяСоздания: time },
      ...{ ДатаНачала: formatDay(executionDate), ДатаКонца: formatDay(executionDate) },
      ...{ РасчСчет: getNumber(debtor), Документ: 'Платежное поручение' },
    }),
    ...payouts.flatMap((payout) => formatOrder(payout, batch)),
    'КонецФайла',
    '',
  ];
  return iconv.encode(lines.join('\r\n'), encoding);
}

function formatOrder(payout: BankPayout, { executionDate, debtor }: PayoutBatch): string[] {
  return [
    'СекцияДокумент=Платежное поручение',
    ...formatFields({
      ...{ Номер: getOrderNumber(payout), Дата: formatDay(executionDate), Сумма: decimalText(payout) },
      ...formatParty('Плательщик', debtor),
      ...formatParty('Получатель', payout.creditor),
      ...{ ВидОплаты: '01', Очередность: '5', НазначениеПлатежа: payout.remittance },
    }),
    'КонецДокумента',
  ];
}

function formatParty(role: string, party: BankParty): Record<string, string> {
  return {
    [`${role}Счет`]: getNumber(party),
    [role]: party.name,
    [`${role}ИНН`]: party.inn ?? '',
    [`${role}КПП`]: party.kpp ?? '',
    [`${role}1`]: party.name,
    [`${role}РасчСчет`]: getNumber(party),
    [`${role}Банк1`]: party.bankName ?? '',
    [`${role}БИК`]: party.bic ?? '',
    [`${role}Корсчет`]: party.correspondentAccount ?? '',
  };
}

function formatFields(fields: Readonly<Record<string, string>>): string[] {
  return Object.entries(fields).flatMap(([key, value]) => (value === '' ? [] : `${key}=${value}`));
}

function formatDay(date: string): string {
  return date.split('-').reverse().join('.');
}

function getNumber({ account }: BankParty): string {
  return 'number' in account ? account.number : '';
}

function getOrderNumber({ reference }: BankPayout): string {
  return reference.slice(reference.indexOf('/') + 1);
}

function check(batch: PayoutBatch, encoding: TextEncoding): void {
  const checks = new BatchChecks();
  const text = (field: string, value: string, max: number) => {
    const isEncodable = encoding === 'utf-8' || iconv.decode(iconv.encode(value, encoding), encoding) === value;
    checks.text(field, value, { max, pattern: isEncodable ? PRINTABLE : /^$/ });
  };
  const party = (field: string, { name, bic = '', inn, kpp, ...bank }: BankParty) => {
    const number = getNumber({ name, ...bank });
    text(`${field}.name`, name, 160);
    checks.require(isBik(bic), `${field}.bic`, bic);
    const isRussian = isRoubleAccount(number) && hasAccountKey({ account: number, bankBik: bic });
    checks.require(isRussian, `${field}.account.number`, number);
    if (inn !== undefined) checks.require(isInn(inn), `${field}.inn`, inn);
    if (kpp !== undefined) checks.require(/^\d{4}[\dA-Z]{2}\d{3}$/.test(kpp), `${field}.kpp`, kpp);
    if (bank.bankName !== undefined) text(`${field}.bankName`, bank.bankName, 160);
    const { correspondentAccount: account } = bank;
    if (account !== undefined) checks.require(/^301\d{17}$/.test(account), `${field}.correspondentAccount`, account);
  };
  checks.batch(batch);
  party('debtor', batch.debtor);
  for (const [index, payout] of batch.payouts.entries()) {
    const number = getOrderNumber(payout);
    const isOrder = /^[1-9]\d{0,5}$/.test(number) && payout.reference === orderReference(batch.executionDate, number);
    checks.require(isOrder, payoutField(index, 'reference'), payout.reference);
    checks.require(payout.currency === 'RUB', payoutField(index, 'currency'), payout.currency);
    party(payoutField(index, 'creditor'), payout.creditor);
    text(payoutField(index, 'remittance'), payout.remittance, MAX_PURPOSE);
  }
  checks.finish();
}
