/**
 * Данные браузера плательщика для 3-D Secure 2: банк проверяет по ним, нужно ли подтверждение. Соберите их на странице, где
 * плательщик вводит данные.
 */
export interface BrowserInfo {
  /**
   * Заголовок `User-Agent`. Если не указан, берётся из запроса, который прислал сам браузер — с токеном доступа, а не с
   * ключом API.
   *
   * @maxLength 512
   */
  userAgent?: string;
  /**
   * Заголовок `Accept`. Если не указан, берётся так же, как `userAgent`.
   *
   * @maxLength 512
   */
  acceptHeader?: string;
  /**
   * Язык браузера по BCP 47.
   *
   * @pattern ^[A-Za-z0-9-]{1,35}$
   * @example "ru-RU"
   */
  language?: string;
  /**
   * Ширина экрана в точках.
   *
   * @isInt
   * @minimum 0
   * @maximum 99999
   */
  screenWidth?: number;
  /**
   * Высота экрана в точках.
   *
   * @isInt
   * @minimum 0
   * @maximum 99999
   */
  screenHeight?: number;
  /**
   * Глубина цвета в битах.
   *
   * @isInt
   * @minimum 0
   * @maximum 64
   */
  colorDepth?: number;
  /**
   * На сколько минут время UTC опережает время плательщика: для Москвы −180.
   *
   * @isInt
   * @minimum -840
   * @maximum 840
   * @example -180
   */
  timeZoneOffset?: number;
}
