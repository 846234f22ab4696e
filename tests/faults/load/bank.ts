import { readOrders, writeStatement, type Ordered } from '../../harness/factories/bank-statement';
import type { Random } from '../../harness/random';
import { expectStatus, formatText } from './client';
import type { OperatorPair } from './operator-pair';

/** Files of payouts that two operators make and confirm for a bank, and the statements in which it answers. */

/** The provider's account, which pays. */
export const OWN_ACCOUNT = '40702810400000000225';

const FATES = ['paid', 'paid', 'paid', 'paid', 'later', 'returned', 'failed'] as const;
const MOVED = ['paid', 'paid', 'returned'] as const;
type Fate = (typeof FATES)[number];

export interface BankOptions {
  pair: OperatorPair;
  random: Random;
  accuse: (found: string, where: string) => void;
}

export class Bank {
  readonly counts = { files: 0, confirmedTwice: 0, cancelled: 0, statements: 0 };
  /** Statuses of payouts after their statements. */
  readonly ended: string[] = [];

  constructor(private readonly options: BankOptions) {}

  /** Pays by a file, which may be cancelled and made again. */
  async pay(payoutIDs: readonly string[]): Promise<void> {
    const { random, accuse } = this.options;
    const fileID = await this.makeFile(payoutIDs);
    if (fileID === undefined) return;
    if (!(await this.confirm(fileID))) return this.pay(payoutIDs);
    const orders = readOrders(await this.read(`bank-files/${fileID}/content`));
    const ordered = orders.map(({ reference }) => reference);
    if ([...ordered].sort().join() !== [...payoutIDs].sort().join())
      accuse(`the file orders ${ordered.join()} and not ${payoutIDs.join()}`, fileID);
    const fates = orders.map((order, index) => ({ order, fate: random.pick(index === 0 ? MOVED : FATES) }));
    for (const { order, fate } of fates)
      if (fate === 'failed') await this.expectBoth('recordPayout', { payoutID: order.reference, status: 'failed' });
    await this.answer(fates);
    // The bank confirms the file once more, late.
    await this.expectBoth('confirmBankFile', { fileID });
    for (const { order, fate } of fates) await this.expectStatus(order.reference, fate === 'later' ? 'paid' : fate);
  }

  /** Both operators make a file of the same payouts: one of them has them. */
  private async makeFile(payoutIDs: readonly string[]): Promise<string | undefined> {
    const parameters = { paymentInstitutionID: 1, currency: 'RUB', format: 'pain.001', payoutIDs };
    const made = await this.options.pair.both('createBankFile', parameters);
    const [file, ...others] = made.filter(({ state }) => state === 'Succeeded');
    if (!file || others.length > 0) {
      this.options.accuse(`${others.length + (file ? 1 : 0)} files of the same payouts`, payoutIDs.join());
      return undefined;
    }
    this.counts.files += 1;
    return formatText(file.outcome, 'fileID');
  }

  /** Confirms a file twice at once, or confirms it while it is cancelled: one of both decides. */
  private async confirm(fileID: string): Promise<boolean> {
    const { pair, random, accuse } = this.options;
    if (random.next() < 0.8) {
      this.counts.confirmedTwice += 1;
      await this.expectBoth('confirmBankFile', { fileID });
      return true;
    }
    const states = await pair.bothOf(['confirmBankFile', { fileID }], ['cancelBankFile', { fileID }]);
    const [confirmed, cancelled] = states.map(({ state }) => state === 'Succeeded');
    if (confirmed === cancelled) accuse(`confirmed and cancelled at once: ${confirmed} and ${cancelled}`, fileID);
    if (!confirmed) this.counts.cancelled += 1;
    return confirmed === true;
  }

  /** A statement, and a later one which repeats it; each is sent and applied twice, in any order. */
  private async answer(fates: readonly { order: Ordered; fate: Fate }[]): Promise<void> {
    const fated = (...wanted: Fate[]) => fates.filter(({ fate }) => wanted.includes(fate)).map(({ order }) => order);
    const returned = fated('returned').map((order) => ({ ...order, isReturned: true }));
    const first = fated('paid', 'returned');
    const statements = [first, [...first, ...returned, ...fated('later')]];
    const texts = statements.map((entries, index) => writeStatement(OWN_ACCOUNT, entries, index + 1));
    if (this.options.random.next() < 0.3) await Promise.all(texts.map((text) => this.apply(text)));
    else for (const text of texts) await this.apply(text);
  }

  private async apply(statement: string): Promise<void> {
    const { pair, accuse } = this.options;
    const received = await Promise.all([0, 1].map(() => pair.client.post('/operators/v1/bank-statements', statement)));
    const [statementID, other] = received.map((answer) => {
      expectStatus(answer, 'a statement', 200);
      return formatText(answer.body, 'id');
    });
    if (statementID !== other) accuse(`the same file is the statements ${statementID} and ${other}`, 'a statement');
    const [one, two] = await this.expectBoth('applyBankStatement', { statementID });
    if (JSON.stringify(one?.outcome) !== JSON.stringify(two?.outcome) || one?.outcome?.['findings'] !== 0)
      accuse(`applied: ${JSON.stringify(one?.outcome)} and ${JSON.stringify(two?.outcome)}`, statementID ?? '');
    this.counts.statements += 1;
  }

  private async expectBoth(type: string, parameters: object) {
    const ended = await this.options.pair.both(type, parameters);
    if (ended.some(({ state }) => state !== 'Succeeded'))
      this.options.accuse(
        `${type} twice: ${ended.map(({ state }) => state).join(' and ')}`,
        JSON.stringify(parameters),
      );
    return ended;
  }

  private async expectStatus(payoutID: string, expected: string): Promise<void> {
    const answer = await this.options.pair.client.get(`/operators/v1/payouts/${payoutID}`);
    expectStatus(answer, 'a payout', 200);
    const status = formatText(answer.body, 'status');
    if (status !== expected) this.options.accuse(`${status} and not ${expected}`, payoutID);
    this.ended.push(status);
  }

  private async read(path: string): Promise<string> {
    const answer = await this.options.pair.client.get(`/operators/v1/${path}`);
    expectStatus(answer, path, 200);
    return String(answer.body);
  }
}
