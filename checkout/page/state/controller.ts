import { createClient, type ApiClient, type Trouble } from '../api/client';
import type { PaymentTool } from '../api/types';
import type { CheckoutMessage } from '../../messages';
import { countWays } from '../methods/count-ways';
import { mayHaveSent } from '../outcome-words';
import type { FinalOutcome } from '../outcomes';
import type { Cost, KeptSession } from '../session';
import { Announcer } from './announcer';
import { Departure } from './departure';
import { getRetryAfterMs, getFailureOutcome, getAmountProblem, type FieldName } from './failures';
import { findPurpose, makeChosen } from './find-purpose';
import { GivenUp } from './given-up';
import { Poller } from './poller';
import { readOpening } from './opening';
import { OwnAttempt, renewAttemptID } from './own-attempt';
import { findAttempt, NO_PROGRESS, type TrackedAttempt, type Progress } from './progress';
import type { Contact, Purpose } from './purpose';
import { requestAttempt } from './request-attempt';
import { connectionAfter, isOver, type View } from './view';
import { findWays } from './payment-tools';

const SLOW_AFTER_MS = 12_000;
/** Event requests return at once, so a late one is repeated. */
const POLL_TIMEOUT_MS = 8_000;

export class Controller {
  view: View = { stage: { name: 'loading' }, kind: 'payment', round: 0, connection: 'good' };
  private readonly listeners = new Set<() => void>();
  private readonly call: ApiClient;
  readonly departure: Departure;
  private purpose: Purpose | undefined;
  private progress: Progress = NO_PROGRESS;
  private isBeginning = false;
  private waitingSinceMs = 0;
  private readonly own = new OwnAttempt();
  private readonly givenUp: GivenUp;
  private readonly announcer: Announcer;
  private readonly poller = new Poller();
  private reading = Promise.resolve(true);

  constructor(
    apiUrl: string,
    readonly kept: KeptSession | undefined,
    tell: (message: CheckoutMessage) => void,
  ) {
    this.announcer = new Announcer(tell);
    this.departure = new Departure(kept);
    this.givenUp = new GivenUp(kept);
    this.call = createClient(apiUrl, (trouble) => this.noteTrouble(trouble));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): View => this.view;

  get invoiceID(): string | undefined {
    return this.purpose?.subject.invoiceID;
  }

  /**
   * Whether the same link shows this outcome when opened again; a template's link makes a new invoice, a customer's link
   * binds another card.
   */
  get isReopenable(): boolean {
    return this.view.kind === 'payment' && this.kept?.session.invoice === undefined;
  }

  async start(): Promise<void> {
    if (!this.kept) return this.show({ stage: { name: 'closed', outcome: 'badLink' } });
    try {
      const found = await findPurpose(this.call, this.kept);
      if ('purpose' in found) return await this.open(found.purpose);
      const { order, amountRequest } = found.offer;
      if (!amountRequest) return;
      this.show({ order, stage: { name: 'amount', amountRequest } });
      const { cost } = this.kept.session;
      if (cost) await this.chooseAmount(cost);
    } catch (error) {
      this.show({ stage: { name: 'closed', outcome: getFailureOutcome(error) } });
    }
  }

  async chooseAmount(cost: Cost): Promise<void> {
    const { kept } = this;
    const { stage } = this.view;
    if (!kept || stage.name !== 'amount') return;
    this.show({ stage: { name: 'loading' } });
    try {
      await this.open(await makeChosen(this.call, kept, cost));
    } catch (error) {
      const outcome = getFailureOutcome(error);
      const problem = getAmountProblem(outcome);
      this.show({ stage: problem ? { ...stage, problem } : { name: 'closed', outcome } });
    }
  }

  /** Starts a payment; idempotent across double clicks and tabs. Resolves to whether it is known to have begun. */
  async pay(input: { tool: PaymentTool; contact: Contact }): Promise<boolean> {
    const { purpose, kept } = this;
    if (!purpose || !kept || this.isBeginning || this.view.stage.name !== 'choosing') return false;
    this.isBeginning = true;
    const { attemptID } = kept.session;
    // Keeps what was typed in case the call fails.
    this.show({ stage: { name: 'choosing', isSending: true } });
    const requested = await requestAttempt(this.call, purpose, { ...input, attemptID });
    this.own.noteRequest(attemptID, requested);
    await this.followOnce();
    this.isBeginning = false;
    const { problem, field } = requested;
    if (problem && !this.own.hasNewerEvents(problem, attemptID, this.progress)) this.showProblem(problem, field);
    else this.showProgress();
    this.poller.pollSoon();
    return !problem || findAttempt(attemptID, this.progress) !== undefined;
  }

  /** The payer is back from a bank, so the result is near. */
  returned(): void {
    const { stage } = this.view;
    if (stage.name !== 'interaction') return;
    this.departure.returnFrom(stage.attempt.id);
    this.showWaiting();
    this.poller.pollSoon();
  }

  get canChooseAnother(): boolean {
    return this.purpose?.giveUp !== undefined;
  }

  /** Gives up the pending attempt, unless it has succeeded, so that the payer can choose another way. */
  async chooseAnother(): Promise<void> {
    const { stage } = this.view;
    const { purpose } = this;
    if (stage.name !== 'interaction' || !purpose?.giveUp) return;
    const { id } = stage.attempt;
    this.givenUp.note(id);
    this.showWaiting();
    await purpose.giveUp(id).catch(() => this.givenUp.forget());
    if (await this.followOnce()) this.showProgress();
    this.poller.pollSoon();
  }

  private async open(purpose: Purpose): Promise<void> {
    this.purpose = purpose;
    this.show({ kind: purpose.kind });
    const methods = purpose.methods();
    // A failure matters only if the payer still has to choose.
    methods.catch(() => undefined);
    const { order, shop, progress } = await readOpening(this.call, purpose, this.kept?.session.attemptID ?? '');
    this.show({ order, shop });
    this.progress = progress;
    this.departure.resume(this.progress.attempts.at(-1)?.id);
    if (this.progress.status === 'open') {
      const ways = findWays(await methods, shop?.providers, order.cost?.currency);
      this.show({ methods: await methods, ways });
    }
    this.showProgress();
    void this.keepFollowing();
  }

  private showProgress(): void {
    if (isOver(this.view.stage)) return;
    const { status, reason, attempts } = this.progress;
    const last = attempts.at(-1);
    renewAttemptID(this.kept, this.progress);
    this.view = { ...this.view, mayBeSent: mayHaveSent(attempts) };
    if (this.purpose) this.announcer.announce(last, this.purpose);
    if (status === 'cancelled') {
      return this.show({
        stage: { name: 'closed', outcome: reason === 'overdue' ? 'invoiceOverdue' : 'invoiceCancelled' },
      });
    }
    if (last?.status === 'succeeded' || status === 'paid') return this.showDone(attempts);
    if (this.own.isAwaitingEvents(this.progress)) return this.showWaiting();
    if (last?.status === 'pending') {
      const isAsked = !this.departure.isReturningFrom(last.id) && !this.givenUp.isIt(last.id);
      if (last.interaction && isAsked) return this.showInteraction(last, last.interaction);
      return this.showWaiting();
    }
    if (countWays(this.view) === 0) return this.show({ stage: { name: 'closed', outcome: 'noMethods' } });
    this.offerAgain(last);
  }

  private offerAgain(last: TrackedAttempt | undefined): void {
    const { stage, round } = this.view;
    const isEntering = stage.name === 'choosing' && !stage.isSending;
    if (isEntering && this.own.isShown(last)) return;
    const isOwn = this.own.markShown(this.progress);
    const about = last && { problem: this.givenUp.getOutcome(last), tool: last.tool };
    this.show({
      stage: { name: 'choosing', ...about, isAside: isEntering && !isOwn },
      // Clears the fields after an attempt of this tab, not after one of another tab.
      round: isOwn ? round + 1 : round,
    });
  }

  private showInteraction(attempt: TrackedAttempt, interaction: NonNullable<TrackedAttempt['interaction']>): void {
    const { stage } = this.view;
    // A new render would restart the bank's page.
    const isShown = stage.name === 'interaction' && stage.attempt.id === attempt.id;
    if (!isShown) this.show({ stage: { name: 'interaction', attempt, interaction } });
  }

  private showDone(attempts: readonly TrackedAttempt[]): void {
    const attempt = attempts.findLast(({ status }) => status === 'succeeded');
    const isNews = this.view.stage.name !== 'loading';
    const done = { name: 'done', isNews, ...(attempt ? { attempt } : {}) } as const;
    this.show({ stage: done });
    if (!attempt) return;
    void this.purpose?.approval(attempt.id).then(
      ({ approvalCode }) => approvalCode && this.show({ stage: { ...done, approvalCode } }),
      () => undefined,
    );
  }

  private showWaiting(): void {
    if (this.view.stage.name === 'waiting') return;
    this.waitingSinceMs = performance.now();
    const isEnding = this.givenUp.isIt(this.progress.attempts.at(-1)?.id);
    this.show({ stage: { name: 'waiting', isSlow: false, isEnding } });
  }

  private showProblem(problem: FinalOutcome, field: FieldName | undefined): void {
    this.own.markShown(this.progress);
    const isFinal = problem === 'linkExpired' || problem === 'absent';
    if (isFinal) this.show({ stage: { name: 'closed', outcome: problem } });
    else if (!isOver(this.view.stage)) this.show({ stage: { name: 'choosing', problem, ...(field && { field }) } });
  }

  private async keepFollowing(): Promise<void> {
    while (!isOver(this.view.stage)) {
      await this.poller.next(this.view.stage);
      if (isOver(this.view.stage)) return;
      if (this.isBeginning) continue;
      const hasRead = await this.followOnce();
      if (hasRead && !this.isBeginning) this.showProgress();
      this.noteSlowness();
    }
  }

  /** Reads new events; calls run one after another so that a late response cannot restore an older state. */
  private followOnce(): Promise<boolean> {
    this.reading = this.reading.then(() => this.readEvents());
    return this.reading;
  }

  private async readEvents(): Promise<boolean> {
    const { purpose, progress } = this;
    if (!purpose || this.poller.isBackedOff) return false;
    try {
      this.progress = await purpose.follow(progress, { attempts: 1, timeoutMs: POLL_TIMEOUT_MS });
      if (this.progress.lastEventID !== progress.lastEventID) this.poller.noteNews();
      return true;
    } catch (error) {
      this.poller.backOff(getRetryAfterMs(error));
      if (getFailureOutcome(error) === 'linkExpired') this.showExpired();
      return false;
    }
  }

  private showExpired(): void {
    if (isOver(this.view.stage)) return;
    const isUnknown = this.isBeginning || this.own.isResultUnknown(this.progress);
    this.show({ stage: { name: 'closed', outcome: isUnknown ? 'unknownEnd' : 'linkExpired' } });
  }

  private noteSlowness(): void {
    const { stage } = this.view;
    const isSlow = performance.now() - this.waitingSinceMs > SLOW_AFTER_MS;
    if (stage.name === 'waiting' && isSlow && !stage.isSlow) this.show({ stage: { ...stage, isSlow } });
  }

  private noteTrouble(trouble: Trouble): void {
    const connection = connectionAfter(trouble);
    if (connection !== this.view.connection) this.show({ connection });
  }

  private show(part: Partial<View>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }
}
