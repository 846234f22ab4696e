/**
 * Сумма в минимальных единицах валюты.
 * @isLong
 * @maximum 9007199254740991
 */
export type MinorAmount = number;
