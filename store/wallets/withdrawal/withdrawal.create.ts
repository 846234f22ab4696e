import { formatAmount } from '../../../domain/platform/money/amount-text';
import { Refusal } from '../../../domain/platform/errors/refusal';
import { currencyTerms, findRoute } from '../../../domain/wallets/wallet-provider/wallet-provider';
import { redeemQuote, type QuoteTokenPayload, type WithdrawalQuoteTerms } from '../../../domain/wallets/quote/quote';
import type { WithdrawalAmounts, Withdrawal } from '../../../domain/wallets/withdrawal/withdrawal';
import type { Money } from '../../../domain/platform/money/money';
import {
  assertBodyInTerms,
  assertFeeAgreed,
  cashInTerms,
  WITHDRAWAL_REFUSALS,
  type FitContext,
} from '../../../domain/wallets/withdrawal/withdrawal-checks';
import {
  AMOUNT_LIMIT_EXCEEDED,
  INSUFFICIENT_FUNDS,
  NO_ROUTE_FOUND,
  type WithdrawalFailure,
} from '../../../domain/wallets/withdrawal/withdrawal-failure';
import { withdrawalMachine } from '../../../domain/wallets/withdrawal/withdrawal.machine';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import type { TokenClaims } from '../../../security/signed-token';
import { insertText, toValues } from '../../postgres/columns';
import { lookup, isUniqueViolation, statement, type Transaction } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { InsufficientFunds, LimitExceeded } from '../../platform/ledger/ledger';
import { assertDailyVelocity } from '../../platform/ledger/velocity-limit';
import { walletAccount } from '../../platform/ledger/accounts';
import {
  ALWAYS,
  changeResult,
  appendChangeStatement,
  type Change,
  type ChangeResult,
  type StartCommand,
} from '../../change-log';
import { wakeDispatchers, type Store } from '../../store';
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
import { toFailed } from './withdrawal.transitions';
import { workflowMemo } from '../../workflow-memo';

export type WithdrawalTokens = Pick<WithdrawalRequest, 'walletGrant' | 'destinationGrant'> & {
  quote?: TokenClaims<QuoteTokenPayload> | undefined;
};

export type NewWithdrawal = Omit<Withdrawal, 'id' | 'createdAt' | 'fee' | 'quote' | 'status' | 'failure'> &
  Pick<WithdrawalRequest, 'partyID' | 'walletID' | 'destinationID'> & {
    fee?: Money | undefined;
    /** Verifies the caller's tokens. @throws Refusal badToken */
    openTokens?: () => Promise<WithdrawalTokens>;
  };

type OpenedWithdrawal = NewWithdrawal & WithdrawalTokens;

const INSERT = statement('withdrawal-insert', insertText('withdrawals', WITHDRAWAL_COLUMNS, ['parameters_hash']));

const FIND_EXISTING = lookup<WithdrawalRow & Existing>(
  'withdrawal-find-existing',
  `SELECT ${WITHDRAWAL}, parameters_hash AS "parametersHash" FROM withdrawals w WHERE party_id = $1 AND external_id = $2`,
);

/**
 * Starts a withdrawal and holds its funds; its workflow calls the connector. Without funds, above the wallet's limit or
 * without a route it is failed at once, and nothing is held. Idempotent by external id.
 * @throws Refusal invalidOperationParameters, badToken, externalIDConflict, temporarilyUnavailable
 */
export async function createWithdrawal(store: Store, request: NewWithdrawal, now = new Date()): Promise<Withdrawal> {
  const { partyID, externalID } = request;
  const creation = {
    ...{ partyID, externalID, compared: comparedParameters(request) },
    index: 'withdrawals_external_id',
    findExisting: FIND_EXISTING,
  };
  const row = await createOnce<WithdrawalRow>(store.database, creation, async (hash) => {
    store.admission.admit('payer', partyID);
    const given = { ...request, ...(await request.openTokens?.()) };
    const context = await readContext(store, given, now);
    const quote = redeemCallerQuote(given, context, now);
    const cash = quote ?? cashInTerms(given.body, context.provider);
    assertFeeAgreed(given.fee, cash);
    assertGrantCovers(given, cash.cashFrom);
    const draft = await buildDraft(store, { given, context, cash, quote, now });
    const created = await startOrFail(store, { given, context, draft, hash });
    for (const each of created.recorded) wakeDispatchers(store, each);
    return created.row;
  });
  return fromWithdrawalRow(row, store.encryptionKeys);
}

/** Tokens are not compared, because a grant can be used once. */
function comparedParameters(given: NewWithdrawal): object {
  const { walletID, destinationID, body, fee, metadata, customer, billingAddress, contactInfo } = given;
  return { walletID, destinationID, body, fee, metadata, customer, billingAddress, contactInfo };
}

/** The caller's quote, or null if none is given; then the terms for the body are checked. */
function redeemCallerQuote(given: OpenedWithdrawal, context: FitContext, now: Date): WithdrawalQuoteTerms | null {
  const { partyID, walletID, destinationID, body } = given;
  if (!given.quote) {
    assertBodyInTerms(body, context);
    return null;
  }
  const { resource } = context.destination;
  const terms = redeemQuote(given.quote.payload, {
    ...{ partyID, walletID, destinationID, body, now },
    identityID: context.wallet.identityID,
    cardToken: resource.type === 'BankCardDestinationResource' ? resource.token : undefined,
  });
  if (terms.cashTo.currency !== context.destination.currency) {
    throw new Refusal('invalidOperationParameters', WITHDRAWAL_REFUSALS.currenciesDiffer);
  }
  return terms;
}

interface DraftInput {
  given: OpenedWithdrawal;
  context: FitContext;
  cash: WithdrawalAmounts;
  quote: WithdrawalQuoteTerms | null;
  now: Date;
}

async function buildDraft(store: Store, { given, context, cash, quote, now }: DraftInput): Promise<WithdrawalRow> {
  const { wallet, destination, provider } = context;
  const id = newId(now);
  const route = { resourceType: destination.resource.type, ...cash.cashTo, key: id };
  return {
    id,
    partyID: given.partyID,
    ownerPartyID: wallet.partyID,
    identityID: wallet.identityID,
    walletID: wallet.id,
    destinationID: destination.id,
    providerID: provider.id,
    connector: findRoute(provider, route, await store.accounts.readStates()) ?? null,
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
    sentAt: null,
    acceptedAt: null,
    resultDueAt: null,
    returnedAt: null,
    eventCount: 1,
  };
}

interface StartInput {
  given: OpenedWithdrawal;
  context: FitContext;
  draft: WithdrawalRow;
  hash: Buffer | null;
}

interface Start {
  row: WithdrawalRow;
  recorded: ChangeResult[];
}

async function startOrFail(store: Store, input: StartInput): Promise<Start> {
  if (input.draft.connector === null) return insertFailed(store, input, NO_ROUTE_FOUND);
  await openWithdrawalAccounts(store.database, input.draft);
  try {
    return await store.database.transaction(async (tx) => {
      await insert(store, input.draft, input, tx);
      await holdWithdrawal(store.database, input.draft, tx);
      await assertWithinLimit(store, input, tx);
      const commands = [{ ...withdrawalWorkflow(input.draft), tryBefore: ALWAYS }];
      const start = { changes: [toStatusChange(input.draft)], emits: withdrawalMachine.creation.emits, commands };
      return commitStart(store, input.draft, [withdrawalChange(input.draft, start)], tx);
    });
  } catch (error) {
    if (error instanceof InsufficientFunds) return insertFailed(store, input, INSUFFICIENT_FUNDS);
    if (error instanceof LimitExceeded) return insertFailed(store, input, AMOUNT_LIMIT_EXCEEDED);
    throw error;
  }
}

async function insertFailed(store: Store, input: StartInput, failure: WithdrawalFailure): Promise<Start> {
  const { next, emits } = toFailed(input.draft, failure, input.draft.createdAt);
  return store.database.transaction(async (tx) => {
    await insert(store, next, input, tx);
    const start = { changes: [toStatusChange(input.draft)], emits: withdrawalMachine.creation.emits };
    const changes = [
      withdrawalChange(input.draft, start),
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
    throw new Refusal('badToken', 'a grant or a quote can be used once, and this one has been used');
  }
}

/** The sum includes this withdrawal, whose hold was just made. */
async function assertWithinLimit(store: Store, { context, draft }: StartInput, tx: Transaction): Promise<void> {
  const accountID = walletAccount({ id: draft.walletID, currency: draft.sourceCurrency }).id;
  const limitMinor = currencyTerms(context.provider, draft.sourceCurrency)?.withdrawalsPerDayMinor;
  const limit = { accountID, operation: 'withdrawal', limitMinor, now: draft.createdAt } as const;
  await assertDailyVelocity(store.database, limit, tx);
}

export function withdrawalWorkflow(
  row: Pick<WithdrawalRow, 'id' | 'partyID' | 'status' | 'sourceMinor' | 'sourceCurrency' | 'walletID'>,
): StartCommand {
  const amount = formatAmount({ amountMinor: row.sourceMinor, currency: row.sourceCurrency });
  return {
    kind: 'start',
    workflowID: workflowIDs.withdrawal(row.id),
    workflowType: workflowTypes.withdrawal,
    args: [{ withdrawalID: row.id }],
    searchAttributes: { PartyID: row.partyID, EntityStatus: row.status },
    summary: `Withdrawal of ${amount} from the wallet ${row.walletID}`,
    memo: workflowMemo({ amount }),
  };
}
