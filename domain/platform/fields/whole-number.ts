/**
 * Целое число.
 * @isInt
 */
export type WholeNumber = number;
