/** Страница списка. */
export interface PageParams {
  /**
   * Сколько на странице.
   * @isInt
   * @minimum 1
   * @maximum 200
   * @default 50
   */
  limit?: number;
  /**
   * С чего начинается страница: из ответа с предыдущей.
   * @maxLength 400
   */
  continuationToken?: string;
}
