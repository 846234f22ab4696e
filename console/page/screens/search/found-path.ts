/** The page of an object, if the console has one. Ids inside of others are joined by dots. */
export function pathOfFound({ type, id }: { type: string; id: string }): string | undefined {
  const parts = id.split('.').map(encodeURIComponent);
  const [first = '', second = '', third = ''] = parts;
  switch (type) {
    case 'payment':
    case 'refund':
      return `/payments/${first}/${second}`;
    case 'chargeback':
      return `/chargebacks/${first}/${second}/${third}`;
    case 'customer':
    case 'binding':
      return `/customers/${first}`;
    case 'invoice':
    case 'wallet':
    case 'webhook':
    case 'withdrawal':
    case 'deposit':
    case 'payout':
      return `/${type}s/${first}`;
    case 'bankFile':
      return `/payouts/files/${first}`;
    case 'bankStatement':
      return `/payouts/statements/${first}`;
    case 'destination':
      return `/history/${type}/${first}`;
    case 'party':
      return `/merchants/${first}`;
    case 'operator':
      // A new one is known by the address only.
      return id.includes('@') ? '/administration/operators' : `/administration/operators/${first}`;
    case 'finding':
      return `/administration/reconciliation/${first}`;
    default:
      return undefined;
  }
}
