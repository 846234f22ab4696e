import type { PaymentMethod } from '../api/types';

export function waysExpected(methods: readonly PaymentMethod[]): number {
  return methods.reduce((count, method) => {
    switch (method.method) {
      case 'PaymentTerminal':
      case 'DigitalWallet':
        return count + method.providers.length;
      case 'MobileCommerce':
      case 'CryptoWallet':
        return count + 1;
      default:
        return count;
    }
  }, 0);
}
