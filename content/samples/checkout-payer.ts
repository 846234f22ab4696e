import type { FrameLocator, Page } from 'playwright-core';
import { CARDS } from '../../tests/harness/factories/payment';
import { noteCards } from '../../tests/harness/used-cards';

export class CheckoutPayer {
  constructor(private readonly page: Page | FrameLocator) {}

  async pay(cardNumber: string = CARDS.good): Promise<void> {
    noteCards(JSON.stringify({ cardNumber }));
    await this.page.getByLabel('Номер карты').fill(cardNumber);
    await this.page.getByLabel('Срок действия').fill('12 / 29');
    await this.page.getByLabel('CVV').fill('737');
    await this.page.getByRole('button', { name: /^Оплатить/ }).click();
  }

  async confirm(): Promise<void> {
    await this.page.frameLocator('iframe').getByRole('button', { name: 'Подтвердить' }).click();
  }

  async waitForText(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }
}
