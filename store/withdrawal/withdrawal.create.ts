import { formatAmount } from '../../domain/money/amount-text';
import { Refusal } from '../../domain/errors/refusal';
import { currencyTerms, findRoute } from '../../domain/wallet-provider/wallet-provider';
import { redeemQuote, type QuoteTokenPayload, type WithdrawalQuoteTerms } from '../../domain/quote/quote';
import type { WithdrawalAmounts, Withdrawal } from '../../domain/withdrawal/withdrawal';
import type { Money } from '../../domain/money/money';
import {
  assertBodyInTerms,
  assertFeeAgreed,
  cashInTerms,
  WITHDRAWAL_REFUSALS,
  type FitContext,
} from '../../domain/withdrawal/withdrawal-checks';
import {
  AMOUNT_LIMIT_EXCEEDED,
  INSUFFICIENT_FUNDS,
  NO_ROUTE_FOUND,
  type WithdrawalFailure,
} from '../../domain/withdrawal/withdrawal-failure';
import { withdrawalMachine } from '../../domain/withdrawal/withdrawal.machine';
import { workflowIDs } from '../../domain/workflow-ids';
import { workflowTypes } from '../../domain/workflow-messages';
import type { SignedToken } from '../access-token/signed-token';
import { insertText, toValues } from '../columns';
import { lookup, isUniqueViolation, statement, type Transaction } from '../database';
import { newId } from '../id';
import { createOnce, type Existing } from '../idempotency';
import { InsufficientFunds, LimitExceeded } from '../ledger/ledger';
import { assertDailyVelocity } from '../ledger/velocity-limit';
import { walletAccount } from '../ledger/accounts';
import { changeResult, appendChangeStatement, type Change, type ChangeResult, type StartCommand } from '../change-log';
import { wakeFor, type Store } from '../store';
import { toStatusChange, withdrawalChange } from './withdrawal.events';
import { holdWithdrawal, openWithdrawalAccounts } from './withdrawal.ledger';
import {
  WITHDRAWAL,
  WITHDRAWAL_COLUMNS,
  cashColumns,
  fromWithdrawalRow,
  encryptPerson,
  type WithdrawalRow,
} from './withdrawal.table';
import { assertGrantCovers, readContext, type WithdrawalRequest } from './withdrawal.context';
import { failed } from './withdrawal.transitions';

/** The tokens that a caller shows for a withdrawal, opened. */
export type WithdrawalTokens = Pick<WithdrawalRequest, 'walletGrant' | 'destinationGrant'> & {
  quote?: SignedToken<QuoteTokenPayload> | undefined;
};

/** What a caller gives for a new withdrawal. */
export type NewWithdrawal = Omit<Withdrawal, 'id' | 'createdAt' | 'fee' | 'quote' | 'status' | 'failure'> &
  Pick<WithdrawalRequest, 'partyID' | 'walletID' | 'destinationID'> & {
    /** The fee that the caller reckons with. */
    fee?: Money | undefined;
    /** Opens the tokens that the caller shows. @throws Refusal badToken */
    openTokens?: () => Promise<WithdrawalTokens>;
  };

/** A withdrawal that is new, with its tokens opened. */
type OpenedWithdrawal = NewWithdrawal & WithdrawalTokens;

const INSERT = statement('withdrawal-insert', insertText('withdrawals', WITHDRAWAL_COLUMNS, ['parameters_hash']));

const FIND_EXISTING = lookup<WithdrawalRow & Existing>(
  'withdrawal-find-existing',
  `SELECT ${WITHDRAWAL}, parameters_hash AS "parametersHash" FROM withdrawals w WHERE party_id = $1 AND external_id = $2`,
);

/**
 * Starts a withdrawal: its funds are held in the transaction that makes it, and its workflow asks the connector. Where
 * funds, the wallet's limit or a route are lacking it has failed from the start, and nothing is held. Under an external
 * id that the party has used, the first one is given back.
 * @throws Refusal invalidOperationParameters, badToken, externalIDConflict, temporarilyUnavailable
 */
export async function createWithdrawal(store: Store, asked: NewWithdrawal, now = new Date()): Promise<Withdrawal> {
  const { partyID, externalID } = asked;
  const request = {
    ...{ partyID, externalID, compared: comparedParameters(asked) },
    index: 'withdrawals_external_id',
    findExisting: FIND_EXISTING,
  };
  const row = await createOnce<WithdrawalRow>(store.database, request, async (hash) => {
    store.admission.admit('payer', partyID);
    const given = { ...asked, ...(await asked.openTokens?.()) };
    const fit = await readContext(store, given, now);
    const quote = agreedQuote(given, fit, now);
    const cash = quote ?? cashInTerms(given.body, fit.provider);
    assertFeeAgreed(given.fee, cash);
    assertGrantCovers(given, cash.cashFrom);
    const draft = await draftRow(store, { given, fit, cash, quote, now });
    const created = await startOrFail(store, { given, fit, draft, hash });
    for (const each of created.recorded) wakeFor(store, each);
    return created.row;
  });
  return fromWithdrawalRow(row, store.encryptionKeys);
}

/** Tokens are not compared: a grant cannot be shown twice. */
function comparedParameters(given: NewWithdrawal): object {
  const { walletID, destinationID, body, fee, metadata, customer, billingAddress, contactInfo } = given;
  return { walletID, destinationID, body, fee, metadata, customer, billingAddress, contactInfo };
}

/** The quote that the caller shows, or null where none is needed. The terms hold for what leaves the wallet. */
function agreedQuote(given: OpenedWithdrawal, fit: FitContext, now: Date): WithdrawalQuoteTerms | null {
  const { partyID, walletID, destinationID, body } = given;
  if (!given.quote) {
    assertBodyInTerms(body, fit);
    return null;
  }
  const { resource } = fit.destination;
  const terms = redeemQuote(given.quote.payload, {
    ...{ partyID, walletID, destinationID, body, now },
    identityID: fit.wallet.identityID,
    cardToken: resource.type === 'BankCardDestinationResource' ? resource.token : undefined,
  });
  if (terms.cashTo.currency !== fit.destination.currency) {
    throw new Refusal('invalidOperationParameters', WITHDRAWAL_REFUSALS.currenciesDiffer);
  }
  return terms;
}

interface DraftInput {
  given: OpenedWithdrawal;
  fit: FitContext;
  cash: WithdrawalAmounts;
  quote: WithdrawalQuoteTerms | null;
  now: Date;
}

async function draftRow(store: Store, { given, fit, cash, quote, now }: DraftInput): Promise<WithdrawalRow> {
  const { wallet, destination, provider } = fit;
  const route = { resourceType: destination.resource.type, currency: cash.cashTo.currency };
  return {
    id: newId(now),
    partyID: given.partyID,
    ownerPartyID: wallet.partyID,
    identityID: wallet.identityID,
    walletID: wallet.id,
    destinationID: destination.id,
    providerID: provider.id,
    connector: findRoute(provider, route) ?? null,
    createdAt: now,
    ...cashColumns({ body: given.body, cash, quote }),
    encryptedPerson: await encryptPerson(given, store.encryptionKeys),
    metadata: given.metadata,
    externalID: given.externalID,
    status: withdrawalMachine.initial,
    statusChangedAt: now,
    failure: null,
    connectorReference: null,
    interaction: null,
    eventCount: 1,
  };
}

interface StartInput {
  given: OpenedWithdrawal;
  fit: FitContext;
  draft: WithdrawalRow;
  hash: Buffer | null;
}

/** A withdrawal as it is recorded first, with whom each of its changes wakes. */
interface Start {
  row: WithdrawalRow;
  recorded: ChangeResult[];
}

async function startOrFail(store: Store, input: StartInput): Promise<Start> {
  if (input.draft.connector === null) return failFromStart(store, input, NO_ROUTE_FOUND);
  await openWithdrawalAccounts(store.database, input.draft);
  try {
    return await store.database.transaction(async (tx) => {
      await insert(store, input.draft, input, tx);
      await holdWithdrawal(store.database, input.draft, tx);
      await assertWithinLimit(store, input, tx);
      const commands = [withdrawalWorkflow(input.draft)];
      const begun = { changes: [toStatusChange(input.draft)], emits: withdrawalMachine.creation.emits, commands };
      return commitStart(store, input.draft, [withdrawalChange(input.draft, begun)], tx);
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) return failFromStart(store, input, INSUFFICIENT_FUNDS);
    if (error instanceof LimitExceeded) return failFromStart(store, input, AMOUNT_LIMIT_EXCEEDED);
    throw error;
  }
}

/** Its history tells both: that it was asked for, and that it failed. */
async function failFromStart(store: Store, input: StartInput, failure: WithdrawalFailure): Promise<Start> {
  const { next, emits } = failed(input.draft, failure, input.draft.createdAt);
  return store.database.transaction(async (tx) => {
    await insert(store, next, input, tx);
    const begun = { changes: [toStatusChange(input.draft)], emits: withdrawalMachine.creation.emits };
    const changes = [
      withdrawalChange(input.draft, begun),
      withdrawalChange(next, { changes: [toStatusChange(next)], emits }),
    ];
    return commitStart(store, next, changes, tx);
  });
}

async function commitStart(
  store: Store,
  row: WithdrawalRow,
  changes: readonly Change[],
  tx: Transaction,
): Promise<Start> {
  const appends = changes.map((change) => ({ change, append: appendChangeStatement(change, store.origin) }));
  const answers = await store.database.commitWith(
    appends.map(({ append }) => append),
    tx,
  );
  return { row, recorded: appends.map(({ change, append }) => changeResult(change, answers.getRows(append))) };
}

const REDEEM = statement(
  'withdrawal-redeem',
  'INSERT INTO redeemed_tokens (token_id, withdrawal_id) SELECT unnest($2::text[]), $1',
);

async function insert(store: Store, row: WithdrawalRow, { given, hash }: StartInput, tx: Transaction): Promise<void> {
  await store.database.run(INSERT, [...toValues(row, WITHDRAWAL_COLUMNS), hash], tx);
  const { walletGrant, destinationGrant, quote } = given;
  const tokens = [walletGrant?.grantID, destinationGrant?.grantID, quote?.id].filter((id) => id !== undefined);
  if (tokens.length === 0) return;
  try {
    await store.database.run(REDEEM, [row.id, tokens], tx);
  } catch (error) {
    if (!isUniqueViolation(error, 'redeemed_tokens_pkey')) throw error;
    throw new Refusal('badToken', 'a grant or a quote serves once, and this one has been used');
  }
}

/** What the wallet's account has given lately counts this withdrawal too: its hold was taken a moment ago. */
async function assertWithinLimit(store: Store, { fit, draft }: StartInput, tx: Transaction): Promise<void> {
  const accountID = walletAccount({ id: draft.walletID, currency: draft.sourceCurrency }).id;
  const limitMinor = currencyTerms(fit.provider, draft.sourceCurrency)?.withdrawalsPerDayMinor;
  const moved = { accountID, operation: 'withdrawal', limitMinor, now: draft.createdAt } as const;
  await assertDailyVelocity(store.database, moved, tx);
}

/** Starts the workflow that carries a withdrawal to its end. */
export function withdrawalWorkflow(
  row: Pick<WithdrawalRow, 'id' | 'partyID' | 'status' | 'sourceMinor' | 'sourceCurrency' | 'walletID'>,
): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.withdrawal(row.id),
    workflowType: workflowTypes.withdrawal,
    args: [{ withdrawalID: row.id }],
    searchAttributes: { PartyID: row.partyID, EntityStatus: row.status },
    summary: `Withdrawal of ${formatAmount({ amountMinor: row.sourceMinor, currency: row.sourceCurrency })} from the wallet ${row.walletID}`,
  };
}
