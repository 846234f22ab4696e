import type { BankAccountChange } from '../../../store/merchants/settlement/bank-account-notice';

export const SUBJECT = 'Изменён банковский счёт для выплат';

/** The message to a merchant. Names of configuration stay out of it, so that they cannot bring a link into it. */
export function bankAccountNoticeText(
  contractID: string,
  { before, after, paysFrom, timeZone }: Omit<BankAccountChange, 'emails'>,
): string {
  const day = paysFrom.toLocaleDateString('ru-RU', { timeZone, day: 'numeric', month: 'long', year: 'numeric' });
  return `Здравствуйте!

В договоре ${contractID} изменён банковский счёт, на который перечисляются выплаты.

Прежний счёт: ${mask(before)}
Новый счёт: ${mask(after)}

Выплаты на новый счёт начнутся не раньше ${day} До этого на него ничего не отправляется.

Если вы просили об этой замене, делать ничего не нужно. Если нет, сразу сообщите об этом своему менеджеру или в службу
поддержки по телефону из договора: до указанного дня выплаты можно остановить.

Письмо отправлено автоматически, отвечать на него не нужно. Мы никогда не просим в письмах ключи, пароли и данные карт.
`;
}

function mask(account: string | undefined): string {
  return account === undefined ? 'не указан' : `•••• ${account.slice(-4)}`;
}
