import type { FailureTexts } from './outcome-text';

export const failuresOf: FailureTexts = {
  cardInWallet: {
    InvalidPaymentTool: { advice: 'Выберите в {wallet} другую карту[ или другой способ].' },
    AccountLimitsExceeded: { advice: 'Измените лимит в приложении банка или выберите в {wallet} другую карту.' },
    InsufficientFunds: { advice: 'Пополните карту или выберите в {wallet} другую.' },
    PreauthorizationFailed: {
      advice: 'Банк не получил подтверждения. Попробуйте ещё раз[ или выберите другой способ].',
    },
    RejectedByIssuer: {
      advice: 'Причину знает только ваш банк. Позвоните ему или выберите в {wallet} другую карту.',
    },
    PaymentRejected: { advice: 'Попробуйте ещё раз или выберите в {wallet} другую карту.' },
  },
  binding: {
    InvalidPaymentTool: { advice: 'Проверьте номер, срок и CVV или возьмите другую карту.' },
    AccountLimitsExceeded: { advice: 'Измените лимит в приложении банка или возьмите другую карту.' },
    InsufficientFunds: { advice: 'Пополните карту или возьмите другую.' },
    PreauthorizationFailed: { title: 'Карта не подтверждена' },
    RejectedByIssuer: {
      title: 'Банк отклонил карту',
      advice: 'Причину знает только ваш банк. Позвоните ему или возьмите другую карту.',
    },
    PaymentRejected: { title: 'Карта не привязана', advice: 'Попробуйте ещё раз или возьмите другую карту.' },
    methodRefused: { title: 'Магазин не привязывает такие карты', advice: 'Попробуйте другую карту.' },
    wrongData: { advice: 'В данных ошибка, поэтому карта не привязана.' },
    underWay: {
      title: 'Карта уже привязывается',
      advice: 'Это начато в другой вкладке или чуть раньше. Дождитесь итога.',
    },
    shopClosed: { title: 'Магазин сейчас не привязывает карты' },
    noMethods: { title: 'Привязать карту сейчас нельзя', advice: 'Магазин не принимает карты. Напишите ему.' },
  },
  phone: {
    InvalidPaymentTool: {
      title: 'Оператор не принял номер',
      advice: 'Проверьте номер телефона[ или выберите другой способ].',
    },
    AccountLimitsExceeded: { advice: 'Узнайте лимит у оператора[ или выберите другой способ].' },
    InsufficientFunds: { advice: 'Пополните счёт телефона[ или выберите другой способ].' },
    PreauthorizationFailed: {
      advice: 'Оператор не получил подтверждения. Попробуйте ещё раз[ или выберите другой способ].',
    },
    RejectedByIssuer: {
      title: 'Оператор отклонил платёж',
      advice: 'Причину знает только оператор. Позвоните ему[ или выберите другой способ].',
    },
  },
  wallet: {
    InvalidPaymentTool: {
      title: 'Кошелёк не принят',
      advice: 'Проверьте номер кошелька[ или выберите другой способ].',
    },
    AccountLimitsExceeded: { advice: 'Измените лимит кошелька[ или выберите другой способ].' },
    InsufficientFunds: { advice: 'Пополните кошелёк[ или выберите другой способ].' },
    PreauthorizationFailed: {
      advice: 'Кошелёк не получил подтверждения. Попробуйте ещё раз[ или выберите другой способ].',
    },
    RejectedByIssuer: {
      title: 'Кошелёк отклонил платёж',
      advice: 'Причину знает только ваш кошелёк. Попробуйте ещё раз[ или выберите другой способ].',
    },
  },
  transfer: {
    InvalidPaymentTool: { title: 'Оплата не принята', advice: 'Попробуйте ещё раз[ или выберите другой способ].' },
    AccountLimitsExceeded: { advice: '[Выберите другой способ.|Напишите в магазин.]' },
    InsufficientFunds: { advice: 'Пополните счёт[ или выберите другой способ].' },
    PreauthorizationFailed: {
      advice: 'Мы не получили подтверждения об оплате. Попробуйте ещё раз[ или выберите другой способ].',
    },
    RejectedByIssuer: { title: 'Платёж отклонён', advice: 'Попробуйте ещё раз[ или выберите другой способ].' },
    abandoned: { advice: 'По прежнему коду или адресу больше не платите.[ Выберите, чем заплатить.]' },
  },
};
