type Fields = Record<string, unknown>;

interface Item {
  Name: string;
  Price: number;
  Quantity: number;
  Amount: number;
  Tax: string;
  PaymentMethod: string;
  PaymentObject: string;
  MeasurementUnit?: string;
  MarkProcessingMode?: string;
  MarkCode?: { MarkCodeType: string; Value: string };
  MarkQuantity?: { Numerator: number; Denominator: number };
  AgentData?: { AgentSign: string };
  SupplierInfo?: { Phones: string[]; Name: string; Inn: string };
}

const MARK_TYPES = /^(UNKNOWN|EAN8|EAN13|ITF14|GS10|GS1M|SHORT|FUR|EGAIS20|EGAIS30|RAWCODE)$/;
/** Of those that need no more than their supplier. */
const AGENT_SIGNS = /^(attorney|commission_agent|another)$/;

const TAXES = /^(none|vat(0|5|7|10|20|22|105|107|110|120|122))$/;
const METHODS = /^((full_)?prepayment|advance|full_payment|partial_payment|credit|credit_payment)$/;
const OBJECTS: Record<string, RegExp> = {
  '1.05':
    /^(commodity|excise|job|service|gambling_(bet|prize)|lottery(_prize)?|intellectual_activity|payment|agent_commission|composite|another)$/,
  '1.2':
    /^(commodity|excise|job|service|gambling_(bet|prize)|lottery(_prize)?|intellectual_activity|payment|agent_commission|property_rights|resort_tax|another|(excisable_)?goods_with_marking_code)$/,
};

/** Whether a receipt is one that the bank's description allows, for the whole amount. */
export function isReceipt(given: unknown, amount: number): boolean {
  const { FfdVersion, Taxation, Email, Phone, Items } = given as Fields & { Items: Item[] };
  const objects = OBJECTS[String(FfdVersion)];
  return (
    objects !== undefined &&
    /^(osn|usn_income|usn_income_outcome|esn|patent)$/.test(String(Taxation)) &&
    (Email !== undefined || /^\+\d+$/.test(String(Phone))) &&
    Items.length >= 1 &&
    Items.length <= 100 &&
    Items.every((item) => isItem(item, objects, FfdVersion === '1.2')) &&
    Items.reduce((sum, { Amount }) => sum + Amount, 0) === amount
  );
}

function isItem(item: Item, objects: RegExp, needsUnit: boolean): boolean {
  const { Name, Price, Quantity, Amount, Tax, PaymentMethod, PaymentObject, MeasurementUnit } = item;
  return (
    Name.length >= 1 &&
    Name.length <= 128 &&
    Amount === Price * Quantity &&
    Quantity <= 99_999 &&
    (MeasurementUnit !== undefined) === needsUnit &&
    (item.MarkCode ? needsUnit && isMarked(item) : !item.PaymentObject.endsWith('goods_with_marking_code')) &&
    (item.AgentData ? isAgent(item) : item.SupplierInfo === undefined) &&
    [TAXES.test(Tax), METHODS.test(PaymentMethod), objects.test(PaymentObject)].every(Boolean)
  );
}

function isMarked({ MarkCode, MarkProcessingMode, MarkQuantity: part, Quantity, PaymentObject }: Item): boolean {
  return (
    MARK_TYPES.test(MarkCode?.MarkCodeType ?? '') &&
    MarkCode?.Value !== '' &&
    MarkProcessingMode === '0' &&
    Quantity === 1 &&
    PaymentObject.endsWith('goods_with_marking_code') &&
    (!part || part.Numerator < part.Denominator)
  );
}

/** The name shares 239 characters with the phones and four more of each. */
function isAgent({ AgentData, SupplierInfo }: Item): boolean {
  const { Phones = [], Name = '', Inn = '' } = SupplierInfo ?? {};
  return (
    AGENT_SIGNS.test(AgentData?.AgentSign ?? '') &&
    Phones.length >= 1 &&
    Phones.every((phone) => /^\+\d+$/.test(phone)) &&
    Name.length >= 1 &&
    Name.length + Phones.join('').length + 4 * Phones.length <= 239 &&
    /^(\d{10}|\d{12})$/.test(Inn)
  );
}
