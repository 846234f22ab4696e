interface CoinNetwork {
  name: string;
  /** Of payment links, whose amount is in whole coins (BIP 21). */
  scheme?: string;
}

/** By the symbol of the coin. One that lives on several networks has none here. */
const NETWORKS: ReadonlyMap<string, CoinNetwork> = new Map(
  Object.entries({
    BTC: { name: 'Bitcoin', scheme: 'bitcoin' },
    BCH: { name: 'Bitcoin Cash', scheme: 'bitcoincash' },
    LTC: { name: 'Litecoin', scheme: 'litecoin' },
    ZEC: { name: 'Zcash', scheme: 'zcash' },
    ETH: { name: 'Ethereum' },
    XRP: { name: 'XRP Ledger' },
  }),
);

export function networkName(symbolicCode: string): string | undefined {
  return NETWORKS.get(symbolicCode)?.name;
}

interface CoinTransfer {
  symbolicCode: string;
  cryptoAddress: string;
  cryptoAmount: string;
}

/** What a wallet reads from the QR code: the address and the amount, or the address alone where links have no amount of coins. */
export function transferLink({ symbolicCode, cryptoAddress, cryptoAmount }: CoinTransfer): string {
  const scheme = NETWORKS.get(symbolicCode)?.scheme;
  if (scheme === undefined) return cryptoAddress;
  const prefix = cryptoAddress.startsWith(`${scheme}:`) ? '' : `${scheme}:`;
  return `${prefix}${cryptoAddress}?amount=${cryptoAmount}`;
}
