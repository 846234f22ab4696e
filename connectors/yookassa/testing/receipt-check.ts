type Fields = Record<string, unknown>;

/** A rejected request, as YooKassa answers it. */
export class RejectedRequest extends Error {
  constructor(
    readonly status: number,
    readonly parameter?: string,
  ) {
    super(`${status} ${parameter ?? ''}`);
  }
}

interface ReceiptItem {
  quantity: number;
  amount: { value: string };
  description: string;
  measure?: string;
  payment_subject?: string;
  mark_code_info?: object;
  mark_mode?: string;
  mark_quantity?: { numerator: number; denominator: number };
  agent_type?: string;
  supplier?: { name?: string; inn?: string; phone?: string };
}

/** Half of a character is refused. */
export function assertText(text: unknown): void {
  if (typeof text === 'string' && /\p{Surrogate}/u.test(text)) throw new RejectedRequest(400, 'description');
}

/** A marked piece states its code, mode and part of a pack; an agent its supplier, in a receipt of its own. */
function assertItem(item: ReceiptItem, isOwn: boolean): void {
  const {
    mark_code_info: code,
    mark_quantity: part,
    supplier,
    agent_type: agent,
    payment_subject: subject = '',
  } = item;
  const isMarked = ['marked', 'marked_excise'].includes(subject);
  const isPart = part !== undefined && part.numerator <= part.denominator;
  if ([isMarked, item.mark_mode === '0', isPart].some((each) => each !== (code !== undefined)))
    throw new RejectedRequest(400, 'receipt.items.mark_code_info');
  if (isMarked && (item.quantity !== 1 || item.measure !== 'piece'))
    throw new RejectedRequest(400, 'receipt.items.mark_quantity');
  const isSupplied = supplier && [supplier.name, supplier.inn, supplier.phone].every(Boolean);
  if (agent === undefined ? supplier : !isOwn || !isSupplied)
    throw new RejectedRequest(400, 'receipt.items.agent_type');
}

/** A receipt has contacts, and its lines sum to the amount. */
export function assertReceipt(
  body: Fields,
  { isCustomerRequired = false, isObligatory = false, isOwn = false } = {},
): void {
  const receipt = body['receipt'] as { customer?: object; items: ReceiptItem[] };
  if (!receipt && isObligatory) throw new RejectedRequest(400, 'receipt');
  if (!receipt) return;
  for (const item of receipt.items) {
    assertText(item.description);
    assertItem(item, isOwn);
  }
  if (isCustomerRequired && !receipt.customer) throw new RejectedRequest(400, 'receipt.customer');
  if (receipt.items.length > 100) throw new RejectedRequest(400, 'receipt.items');
  const cents = (value: string) => BigInt(value.replace('.', ''));
  const sum = receipt.items.reduce((total, item) => total + cents(item.amount.value) * BigInt(item.quantity), 0n);
  if (sum !== cents((body['amount'] as { value: string }).value)) throw new RejectedRequest(400, 'receipt.items');
}
