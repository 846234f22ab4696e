import type { Locator, Page } from 'playwright-core';

const MAX_TABS = 150;

export interface TypedDecision {
  button: string;
  amount?: string;
  reason: string;
}

/** A person who uses the keyboard alone. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Presses Tab until the element has the focus. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; presses < MAX_TABS; presses++) {
      if (await target.evaluate((node) => node === node.ownerDocument.activeElement)) return;
      await this.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}`);
  }

  async activate(target: Locator): Promise<void> {
    await this.tabTo(target);
    await this.press('Enter');
  }

  async fill(target: Locator, text: string): Promise<void> {
    await this.tabTo(target);
    await this.press('Control+KeyA');
    await this.type(text);
  }

  /** Fills in the open dialog, without sending it. */
  async prepare({ amount, reason }: Omit<TypedDecision, 'button'>): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    if (amount !== undefined) await this.fill(dialog.getByLabel(/Сумма/), amount);
    await this.fill(dialog.getByLabel('Причина'), reason);
  }

  async decide({ button, ...typed }: TypedDecision): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await this.prepare(typed);
    await this.activate(dialog.getByRole('button', { name: button }));
    await dialog.waitFor({ state: 'detached' });
  }

  /** Finds an object by the search and opens it. */
  async find(text: string, found: string): Promise<void> {
    await this.press('Control+KeyK');
    await this.page.getByRole('searchbox').waitFor();
    await this.type(text);
    await this.press('Enter');
    const link = this.page.locator('a.found-link', { hasText: found }).first();
    await link.waitFor();
    const isReached = () => link.evaluate((node) => node === node.ownerDocument.activeElement);
    for (let presses = 0; presses < MAX_TABS && !(await isReached()); presses++) await this.press('ArrowDown');
    await this.press('Enter');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}
