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
}

const TAXES = /^(none|vat(0|5|7|10|20|22|105|107|110|120|122))$/;
const METHODS = /^((full_)?prepayment|advance|full_payment|partial_payment|credit|credit_payment)$/;
const OBJECTS: Record<string, RegExp> = {
  '1.05':
    /^(commodity|excise|job|service|gambling_(bet|prize)|lottery(_prize)?|intellectual_activity|payment|agent_commission|composite|another)$/,
  '1.2':
    /^(commodity|excise|job|service|gambling_(bet|prize)|lottery(_prize)?|intellectual_activity|payment|agent_commission|property_rights|resort_tax|another)$/,
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
    [TAXES.test(Tax), METHODS.test(PaymentMethod), objects.test(PaymentObject)].every(Boolean)
  );
}
