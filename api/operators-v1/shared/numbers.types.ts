/**
 * Сумма в минимальных единицах валюты.
 * @isLong
 * @maximum 9007199254740991
 */
export type MinorAmount = number;

/**
 * Целое число.
 * @isInt
 */
export type WholeNumber = number;
