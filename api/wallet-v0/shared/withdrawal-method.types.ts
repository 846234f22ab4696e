/** Вывод на банковские карты. */
export interface WithdrawalMethodBankCard {
  /** Вид метода. */
  method: 'WithdrawalMethodBankCard';
  /** Платёжные системы, карты которых принимают вывод. */
  paymentSystems: string[];
}

/** Вывод на электронные кошельки. */
export interface WithdrawalMethodDigitalWallet {
  /** Вид метода. */
  method: 'WithdrawalMethodDigitalWallet';
  /** Провайдеры электронных кошельков, которые принимают вывод. */
  providers: string[];
}

/** Вывод другими способами: на банковские счета, криптокошельки и по номеру телефона. */
export interface WithdrawalMethodGeneric {
  /** Вид метода. */
  method: 'WithdrawalMethodGeneric';
  /** Виды платёжных средств, например `BankTransferSEPA`. */
  providers: string[];
}

/** Метод вывода. Вид метода задаёт поле `method`. */
export type WithdrawalMethod = WithdrawalMethodBankCard | WithdrawalMethodDigitalWallet | WithdrawalMethodGeneric;

/** Методы вывода, доступные владельцу. */
export interface WithdrawalMethods {
  /** Методы вывода. */
  methods: WithdrawalMethod[];
}
