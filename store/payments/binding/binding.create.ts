import { rfc3339Text } from '../../../domain/platform/rfc3339/rfc3339';
import { BINDING_LIFETIME_MS, type Binding } from '../../../domain/payments/binding/binding';
import { bindingMachine } from '../../../domain/payments/binding/binding.machine';
import type { Customer } from '../../../domain/payments/customer/customer';
import { describeInspected, type Inspection } from '../../../domain/payments/inspection/inspection-rule';
import { requireTransition } from '../../../domain/platform/machine/machine';
import { paymentFailure } from '../../../domain/payments/payment/payment-failure';
import type { ClientInfo } from '../../../domain/payments/payment/payment';
import type { PaymentTool, PaymentToolDetails } from '../../../domain/payments/payment/payment-tool';
import type { AccountStates } from '../../../domain/payments/connector-account/order-accounts';
import type { PaymentRoute } from '../../../domain/payments/payment/routing';
import { workflowIDs } from '../../../workflow-names/workflow-ids';
import { workflowTypes } from '../../../workflow-names/workflow-messages';
import { selectList } from '../../postgres/columns';
import { lookup } from '../../postgres/database';
import { newId } from '../../id';
import { createOnce, type Existing } from '../../idempotency';
import { computeCardFingerprint, computeToolFingerprint, encryptPaymentTool } from '../payment-tool/payment-tool-token';
import type { StartCommand } from '../../change-log';
import { getOperableShop, type ShopRow } from '../../merchants/shop/shop.queries';
import { readRouting, selectConnectors } from '../../merchants/shop/routes';
import { assertBindable, assertRecurrentPermitted } from '../../../domain/merchants/shop/shop-terms';
import type { Store } from '../../store';
import { BINDING_COLUMNS, insertBinding } from './binding.table';
import { changeCustomer, type CustomerChangeRecord } from '../customer/customer.change';
import { bindingWebhookMessages } from '../customer/customer.message';
import { workflowMemo, type MemoFacts } from '../../workflow-memo';

/** Input of a new binding. The payment tool is stored only encrypted. */
export interface NewBinding {
  customerID: string;
  partyID: string;
  externalID?: string;
  /** The scope of the payer's access token; missing for the merchant. */
  externalIDScope?: string;
  tool: PaymentTool;
  toolDetails: PaymentToolDetails;
  clientInfo: ClientInfo;
  /** The accounts that take the wallet’s token, if one is bound. */
  acceptingAccounts?: ReadonlySet<string>;
}

/** A request whose external id and compared fields are known before its tool token is checked. */
export interface BindingRequest extends Omit<NewBinding, 'tool' | 'toolDetails' | 'clientInfo'> {
  /** Missing if its token cannot be decrypted. */
  tool: PaymentTool | undefined;
  /** @throws Refusal if the token is invalid */
  draft: () => Promise<NewBinding>;
}

/**
 * Starts to bind a payment tool to a customer; its workflow has the connector verify it. It is failed at once if a rule of the shop rejects it.
 * Idempotent by external id for the same tool.
 * @throws Refusal notFound, invalidPaymentResource, operationNotPermitted, invalidPartyStatus, invalidShopStatus,
 * externalIDConflict, temporarilyUnavailable
 */
export async function createBinding(
  store: Store,
  asked: NewBinding | BindingRequest,
  now = new Date(),
): Promise<Binding> {
  const { customerID, partyID, externalID, externalIDScope = '', tool } = asked;
  const request = {
    ...{ partyID, externalID, scope: externalIDScope },
    // The customer is compared too: the same card of another customer is another binding.
    compared: { customerID, tool: tool && (await computeToolFingerprint(tool, store)) },
    ...{ index: 'customer_bindings_external_id', findExisting: FIND_EXISTING },
  };
  return createOnce(store.database, request, async (hash) => {
    store.admission.admit('payer', partyID);
    const given = 'draft' in asked ? await asked.draft() : asked;
    const encryptedPaymentTool = await encryptPaymentTool(given.tool, store.encryptionKeys);
    const states = await store.accounts.readStates();
    const { toolDetails, clientInfo } = given;
    const cardFingerprint = await computeCardFingerprint(given.tool, store);
    const payer = {
      ...{ type: 'PaymentResourcePayer' as const, toolDetails, clientInfo },
      toolFingerprint: await computeToolFingerprint(given.tool, store),
      ...(cardFingerprint !== undefined && { cardFingerprint }),
    };
    let binding: Binding | undefined;
    let inspected: Inspection | undefined;
    await changeCustomer(store, given, async (customer, tx) => {
      const shop = await getOperableShop(store.database, customer, tx);
      assertRecurrentPermitted(shop);
      assertBindable(shop, given.toolDetails);
      const { routes, inspection } = await readRouting(store.database, shop, tx);
      const draft = draftBinding({ given, shop, routes, states, encryptedPaymentTool, now });
      const subject = { ...payer, contactInfo: customer.contactInfo };
      // A verification moves no money. A repeated transaction is the same attempt.
      inspected ??= store.inspector.inspect(
        shop.id,
        inspection,
        describeInspected(subject, { currency: shop.currency, amountMinor: 0n }),
      );
      const { decisive } = inspected;
      const record =
        decisive?.action === 'reject' ? rejected(customer, draft, decisive.id) : started(customer, draft, shop.name);
      ({ binding } = record);
      await insertBinding(store.database, binding, { hash, externalIDScope }, tx);
      return record;
    });
    if (!binding) throw new Error('the binding was not stored');
    return binding;
  });
}

const FIND_EXISTING = lookup<Binding & Existing>(
  'binding-find-existing',
  `SELECT ${selectList(BINDING_COLUMNS, 'b')}, b.parameters_hash AS "parametersHash"
   FROM customer_bindings b WHERE b.party_id = $1 AND b.external_id = $2 AND b.external_id_scope = $3`,
);

interface DraftInput {
  given: NewBinding;
  shop: ShopRow;
  routes: readonly PaymentRoute[];
  states: AccountStates;
  encryptedPaymentTool: string;
  now: Date;
}

function draftBinding({ given, shop, routes, states, encryptedPaymentTool, now }: DraftInput): Binding {
  const id = newId(now);
  const routed = {
    tool: given.toolDetails.type,
    currency: shop.currency,
    acceptingAccounts: given.acceptingAccounts,
    key: id,
  };
  return {
    customerID: given.customerID,
    id,
    partyID: given.partyID,
    shopID: shop.id,
    connector: selectConnectors(routes, routed, states).connector,
    externalID: given.externalID ?? null,
    createdAt: now,
    deadline: new Date(now.getTime() + BINDING_LIFETIME_MS),
    clientInfo: given.clientInfo,
    toolDetails: given.toolDetails,
    encryptedPaymentTool,
    encryptedRecurrentToken: null,
    schemeTransactionID: null,
    status: bindingMachine.initial,
    statusChangedAt: now,
    interaction: null,
    failure: null,
  };
}

type Started = CustomerChangeRecord & { binding: Binding };

function started(customer: Customer, binding: Binding, shop: string): Started {
  return {
    ...{ customer, binding },
    changes: [{ changeType: 'CustomerBindingStarted', bindingID: binding.id }],
    messages: bindingWebhookMessages(bindingMachine.creation, { customer, binding }),
    commands: [bindingWorkflow({ ...binding, shop, method: binding.toolDetails.type })],
  };
}

/** No workflow runs. The events show start and failure. */
function rejected(customer: Customer, draft: Binding, rule: string): Started {
  const transition = requireTransition(bindingMachine, draft.status, 'fail');
  const failure = paymentFailure('rejected_by_inspector');
  const binding: Binding = { ...draft, status: transition.to, failure, encryptedPaymentTool: null };
  return {
    ...{ customer, binding },
    changes: [
      { changeType: 'CustomerBindingStarted', bindingID: binding.id },
      {
        changeType: 'CustomerBindingStatusChanged',
        bindingID: binding.id,
        status: binding.status,
        error: failure,
        rule,
      },
    ],
    messages: [
      ...bindingWebhookMessages(bindingMachine.creation, { customer, binding: draft }),
      ...bindingWebhookMessages(transition, { customer, binding }),
    ],
  };
}

export function bindingWorkflow({
  customerID,
  id,
  deadline,
  partyID,
  shopID,
  status,
  ...facts
}: Pick<Binding, 'customerID' | 'id' | 'deadline' | 'partyID' | 'shopID' | 'status'> & MemoFacts): StartCommand {
  return {
    kind: 'start',
    workflowID: workflowIDs.binding(customerID, id),
    workflowType: workflowTypes.binding,
    args: [{ customerID, bindingID: id, deadline: rfc3339Text(deadline) }],
    searchAttributes: { PartyID: partyID, ShopID: shopID, EntityStatus: status },
    summary: `Binding of a payment tool to customer ${customerID}`,
    memo: workflowMemo({ shop: facts.shop, method: facts.method }),
  };
}
