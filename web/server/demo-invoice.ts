const DAY_MS = 86_400_000;

/** The invoice of the site's demonstrations. */
export const demoInvoice = (shopID: string) => ({
  shopID,
  dueDate: new Date(Date.now() + DAY_MS).toISOString(),
  amount: 199_990,
  currency: 'RUB',
  product: 'Чай и пирожные',
  metadata: {},
});
