import type { ReasonGroup } from '../../screens/chargeback/reason-group';
import { en } from '../language';

export const chargeback = {
  why: en ? 'What the bank claims' : 'Чего требует банк',
  reasons: {
    fraud: en ? 'The payer says that they did not pay' : 'Плательщик говорит, что не платил',
    authorisation: en ? 'The bank did not authorise the operation' : 'Банк не разрешал эту операцию',
    processing: en
      ? 'An error in the operation: amount, currency, duplicate, time'
      : 'Ошибка в операции: сумма, валюта, повтор, срок',
    consumer: en
      ? 'The payer is not satisfied with the goods or the service'
      : 'Плательщик недоволен товаром или услугой',
    other: en ? 'The payer’s bank disputes the payment' : 'Банк плательщика оспаривает платёж',
  } satisfies Record<ReasonGroup, string>,
  helps: {
    fraud: en
      ? 'Proof of 3-D Secure, the payer’s earlier orders, address and signature on delivery help.'
      : 'Помогут подтверждение 3-D Secure, история заказов плательщика, адрес и подпись при получении.',
    authorisation: en
      ? 'The approval code and a statement of the acquirer help.'
      : 'Помогут код авторизации и выписка эквайера.',
    processing: en
      ? 'The receipt, the order with its amount, and proof of a refund, if there was one, help.'
      : 'Помогут чек, заказ с суммой и подтверждение возврата, если он был.',
    consumer: en
      ? 'Proof of delivery, messages with the payer, the description of the goods and the terms of return help.'
      : 'Помогут подтверждение доставки, переписка с плательщиком, описание товара и условия возврата.',
    other: en
      ? 'The receipt, proof of delivery and messages with the payer help.'
      : 'Помогут чек, подтверждение доставки и переписка с плательщиком.',
  } satisfies Record<ReasonGroup, string>,
  documents: en ? 'Documents' : 'Документы',
  noDocuments: en ? 'No documents' : 'Документов нет',
  rules: en
    ? 'PDF, JPEG or PNG up to 5 MB, at most 10. PDF without scripts, attachments and password.'
    : 'PDF, JPEG или PNG до 5 МБ, не больше 10. PDF без скриптов, вложений и пароля.',
  choose: en ? 'Add documents' : 'Добавить документы',
  drop: en ? 'or drop files here' : 'или перетащите файлы сюда',
  sending: (name: string) => (en ? `Uploading: ${name}` : `Загружаем: ${name}`),
  added: (name: string) => (en ? `Document added: ${name}` : `Документ добавлен: ${name}`),
  notAdded: (name: string) => (en ? `Not added: ${name}` : `Не добавлен: ${name}`),
  hide: en ? 'Hide' : 'Скрыть',
  removed: (name: string) => (en ? `Document removed: ${name}` : `Документ удалён: ${name}`),
  download: en ? 'Download' : 'Скачать',
  remove: en ? 'Remove' : 'Удалить',
  size: (kilobytes: string) => (en ? `${kilobytes} KB` : `${kilobytes} КБ`),
  addedBy: {
    merchant: en ? 'added by the shop' : 'добавил магазин',
    operator: en ? 'added by an operator' : 'добавил оператор',
  },
  send: en ? 'Send the documents' : 'Отправить документы',
  sendHelp: en
    ? 'Once sent, documents of this stage can be neither added nor removed.'
    : 'После отправки документы этого этапа нельзя ни добавить, ни удалить.',
  sent: en ? 'Documents sent' : 'Документы отправлены',
  forwardedAt: en ? 'Taken by the acquirer' : 'Принято эквайером',
  sentAt: en ? 'Sent' : 'Отправлено',
  notSent: en ? 'The documents have not been sent yet.' : 'Документы ещё не отправлены.',
  closed: en ? 'Documents are no longer accepted.' : 'Приём документов закончен.',
  operatorHelp: en
    ? 'You pass the documents to the acquirer: download them, upload them there and contest the chargeback.'
    : 'Эквайеру документы передаёте вы: скачайте их, передайте в его кабинете и оспорьте чарджбэк.',
};
