import { YooKassaStandIn } from '../../connectors/yookassa/testing/yookassa-stand-in';
import { addAccount } from '../../tests/harness/stored-account';
import { heading, payButton, type Payers } from './payer';
import { aShopWith } from './shop-shown';

const SHOP = 'shop-card-by-redirect';

/** A shop without PCI DSS papers: the payer enters the card at the acquirer. */
export function redirectedCards(payers: () => Payers): void {
  const standIn = new YooKassaStandIn();
  const { book } = standIn;

  beforeAll(async () => {
    await addAccount(payers().platform, {
      ...{ id: 'redirecting', connector: 'yookassa', credentials: { shopID: '100500', secretKey: 'test_redirect' } },
      settings: { url: await standIn.start(), networks: ['127.0.0.0/8', '::/0'] },
    });
    const paymentMethods = [{ method: 'PaymentTerminal', providers: ['bank_card'] }];
    await aShopWith(payers(), SHOP, { paymentMethods, routes: [{ connector: 'redirecting' }] });
  });
  afterAll(async () => {
    await standIn.stop();
    expect(standIn.problems).toEqual([]);
  });

  /** Opens the page and goes to the acquirer, whose page `decide`s; then the payer comes back. */
  async function goThere(decide: (paymentID: string) => void) {
    const invoice = await payers().invoice({ shopID: SHOP });
    const page = await payers().open(invoice);
    await page.context().route('https://yoomoney.ru/pay/**', async (route) => {
      const paymentID = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      decide(paymentID);
      const sent = standIn.calls.findLast(({ body }) => 'confirmation' in body);
      const { return_url: location } = sent?.body['confirmation'] as { return_url: string };
      await route.fulfill({ status: 302, headers: { location } });
    });
    await payButton(page).waitFor();
    expect(await page.getByLabel(/Номер карты|CVV/).count()).toBe(0);
    await payButton(page).click();
    return page;
  }

  test('a card is entered at the acquirer, and the payer returns to a paid invoice', async () => {
    await using page = await goThere((paymentID) => book.authorise(paymentID));
    await heading(page, 'Оплачено').waitFor();
    expect(page.sent.filter(({ body }) => /cardNumber|expDate|cvv/.test(body ?? ''))).toEqual([]);
  });

  test('a card that the acquirer declined is named, and the payer can try again', async () => {
    await using page = await goThere((paymentID) => book.decline(paymentID));
    await page
      .getByRole('alert')
      .getByText(/Пополните|не хватило|средств/)
      .waitFor();
    await payButton(page).waitFor();
  });
}
