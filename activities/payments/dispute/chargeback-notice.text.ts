import { getAnswerDue } from '../../../domain/payments/chargeback/answer-deadline';
import { formatAmount } from '../../../domain/platform/money/amount-text';
import type { Chargeback } from '../../../domain/payments/chargeback/chargeback';
import type { ChargebackNoticeKind } from '../../../store/payments/chargeback/chargeback-notice';

/** The message to a merchant. Names and texts from outside stay out of it, so that they cannot bring a link into it. */
export function chargebackNoticeText(
  kind: ChargebackNoticeKind,
  { chargeback, timeZone }: { chargeback: Chargeback; timeZone: string },
): { subject: string; text: string } {
  const { invoiceID, paymentID, bodyMinor: amountMinor, currency } = chargeback;
  const due = getAnswerDue(chargeback).toLocaleString('ru-RU', {
    ...{ timeZone, timeZoneName: 'short' },
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  });
  const [subject, fact] =
    kind === 'opened'
      ? ['Открыт чарджбэк', 'Банк плательщика требует вернуть деньги по платежу.']
      : ['Истекает срок документов по чарджбэку', 'Документы по чарджбэку не отправлены, а срок скоро истечёт.'];
  const text = `Здравствуйте!

${fact}

Инвойс: ${invoiceID}
Платёж: ${paymentID}
Стадия: ${chargeback.stage}
Сумма: ${formatAmount({ amountMinor, currency })}
Документы принимаются до: ${due}

Если вы не согласны с требованием, добавьте документы по чарджбэку и отправьте их до этого срока – в консоли или через API.
Без них банк, скорее всего, удовлетворит требование.

Письмо отправлено автоматически, отвечать на него не нужно. Мы никогда не просим в письмах ключи, пароли и данные карт.
`;
  return { subject, text };
}
