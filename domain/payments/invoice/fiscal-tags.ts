/** What a line of a receipt pays for: tag 1212 of 54-FZ, an extension of the contract. */
export const PAYMENT_SUBJECTS = [
  ...(['commodity', 'excise', 'job', 'service', 'payment', 'composite', 'another'] as const),
  ...(['intellectual_activity', 'property_right', 'agent_commission', 'lottery', 'gambling_bet'] as const),
  ...(['insurance_premium', 'resort_fee', 'fine', 'tax'] as const),
] as const;

export type PaymentSubject = (typeof PAYMENT_SUBJECTS)[number];

/** How a line is paid: tag 1214 of 54-FZ, an extension of the contract. */
export const PAYMENT_MODES = [
  ...(['full_payment', 'full_prepayment', 'partial_prepayment', 'advance'] as const),
  ...(['partial_payment', 'credit', 'credit_payment'] as const),
] as const;

export type PaymentMode = (typeof PAYMENT_MODES)[number];

/** Modes of money that is received before the goods: a second receipt is due when they are handed over. */
export const PREPAYMENT_MODES: ReadonlySet<PaymentMode> = new Set(['full_prepayment', 'partial_prepayment', 'advance']);

/** Measures of quantities and their names on receipts: tag 2108 of 54-FZ. */
export const MEASURES = {
  ...({ gigabyte: 'Гбайт', terabyte: 'Тбайт', another: 'ед.' } as const),
  ...({ hour: 'час', minute: 'мин', second: 'с', kilobyte: 'Кбайт', megabyte: 'Мбайт' } as const),
  ...({ liter: 'л', cubic_meter: 'куб. м', kilowatt_hour: 'кВт·ч', gigacalorie: 'Гкал', day: 'сутки' } as const),
  ...({ square_centimeter: 'кв. см', square_decimeter: 'кв. дм', square_meter: 'кв. м', milliliter: 'мл' } as const),
  ...({ piece: 'шт', gram: 'г', kilogram: 'кг', ton: 'т', centimeter: 'см', decimeter: 'дм', meter: 'м' } as const),
};

/** Мера количества предмета расчёта (тег 2108 по 54-ФЗ): штука, грамм, литр, час и другие. */
export type Measure = keyof typeof MEASURES;

/** Types of marking codes with their forms: tags 1300 and 1305 to 1309 of 54-FZ, and 2000. */
export const MARKING_CODES = {
  ...{ egais_20: /^.{33}$/, egais_30: /^.{14}$/, unknown: /^.{1,32}$/, raw: /^.{1,256}$/ },
  ...{ gs_1m: /^.{1,200}$/, short: /^.{1,38}$/, fur: /^.{20}$/ },
};

/**
 * Вид кода маркировки: в формате GS1 (`gs_1m`, тег 1305), короткий (`short`, 1306), мехового изделия (`fur`, 1307),
 * ЕГАИС-2.0 и ЕГАИС-3.0 (`egais_20`, `egais_30`, 1308 и 1309), нераспознанный (`unknown`, 1300) или в том виде, в котором его
 * прочитал сканер (`raw`, 2000).
 */
export type MarkingCodeType = keyof typeof MARKING_CODES;

/** Код маркировки товара. */
export interface MarkingCode {
  /** Вид кода: какой нужен, зависит от онлайн-кассы. */
  type: MarkingCodeType;
  /**
   * Код. Разделитель групп GS1 передаётся символом `\u001d`. Длина зависит от вида: `gs_1m` — до 200 символов, `short` — до
   * 38, `fur` — 20, `egais_20` — 33, `egais_30` — 14, `unknown` — до 32, `raw` — до 256.
   *
   * @format gs1
   * @minLength 1
   * @maxLength 256
   * @example "010460406000590021N4N57RTCBUZTQ"
   */
  value: string;
  /** Часть упаковки с этим кодом, если она продана не целиком. */
  part?: MarkingCodePart;
}

/** Часть упаковки (тег 1291 по 54-ФЗ): 1 из 100 — один карандаш из пачки со ста. */
export interface MarkingCodePart {
  /**
   * Сколько единиц продано (тег 1293). Меньше, чем всего в упаковке.
   *
   * @isInt
   * @minimum 1
   * @maximum 99998
   */
  numerator: number;
  /**
   * Сколько единиц в упаковке (тег 1294).
   *
   * @isInt
   * @minimum 2
   * @maximum 99999
   */
  denominator: number;
}

/** Tag 1222 of 54-FZ. */
export const AGENT_TYPES = [
  ...(['banking_payment_agent', 'banking_payment_subagent', 'payment_agent', 'payment_subagent'] as const),
  ...(['attorney', 'commissioner', 'agent'] as const),
] as const;

/** Вид агента (тег 1222 по 54-ФЗ): платёжные агенты и субагенты, поверенный, комиссионер, иной агент. */
export type AgentType = (typeof AGENT_TYPES)[number];

/** Агент: продавец, который продаёт товар поставщика. */
export interface Agent {
  type: AgentType;
  supplier: Supplier;
}

/** Поставщик: тот, по чьему поручению продан товар (тег 1224 по 54-ФЗ). */
export interface Supplier {
  /**
   * Наименование (тег 1225).
   *
   * @minLength 1
   * @maxLength 190
   */
  name: string;
  /**
   * ИНН (тег 1226): 10 цифр организации или 12 цифр физического лица, с верными контрольными цифрами.
   *
   * @format inn
   * @pattern ^(\d{10}|\d{12})$
   * @example "7707083893"
   */
  inn: string;
  /**
   * Телефоны (тег 1171). В чек ЮKassa входит первый.
   *
   * @minItems 1
   * @maxItems 2
   */
  phones: SupplierPhone[];
}

/**
 * Телефон поставщика в международном формате E.164.
 *
 * @pattern ^\+\d{4,15}$
 * @example "+74955555550"
 */
export type SupplierPhone = string;
