import type * as ru from './ru';

export const methods: typeof ru.methods = {
  bankCard: 'Карта',
  paymentTerminal: 'Терминал',
  digitalWallet: 'Әмиян',
  cryptoWallet: 'Криптовалюта',
  mobileCommerce: 'Телефон шоты',
};

export const ways: typeof ru.ways = {
  terminalAdvice: 'Біз код береміз. Онымен терминалда немесе салонда қолма-қол төлейсіз.',
  bankAdvice: 'QR-код көрсетеміз немесе банк бетін ашамыз.',
  walletAdvice: 'Төлемді әмияныңызда растаңыз.',
  walletId: (brand) => `«${brand}» әмиян нөмірі немесе телефон`,
  walletMissing: 'Әмиян нөмірін енгізіңіз',
  cryptoAdvice: 'Мекенжай мен аударымның дәл сомасын көрсетеміз.',
  phone: 'Телефон нөмірі',
  phoneWrong: 'Нөмірді толық енгізіңіз, мысалы +7 701 123-45-67',
  operators: 'Операторлар',
};
