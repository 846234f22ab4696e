/** A variable of the reader, `$INVOICE_ID`, alone or within a text. */
const VARIABLE = /\$([A-Z][A-Z0-9_]*)/g;

/** Variables whose names do not follow from the field, as in the guides. */
const NAMES: Readonly<Record<string, string>> = {
  shopID: 'HOLDFAST_SHOP_ID',
  invoiceTemplateID: 'TEMPLATE_ID',
  customerBindingID: 'BINDING_ID',
  w2wTransferID: 'TRANSFER_ID',
  identity: 'IDENTITY_ID',
  wallet: 'WALLET_ID',
  sender: 'WALLET_ID',
  receiver: 'RECEIVER_ID',
  destination: 'DESTINATION_ID',
  token: 'CARD_TOKEN',
  paymentToolToken: 'PAYMENT_TOOL_TOKEN',
  paymentSession: 'PAYMENT_SESSION',
};

/** The variable of a field or parameter, else undefined. */
export function getVariable(name: string): string | undefined {
  if (Object.hasOwn(NAMES, name)) return `$${NAMES[name]}`;
  if (name === 'externalID' || !/[a-z]ID$/.test(name)) return undefined;
  return `$${name
    .slice(0, -2)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()}_ID`;
}

/** Splits a text into literal parts (even places) and variable names (odd places). */
export function splitVariables(text: string): string[] {
  return text.split(VARIABLE);
}

export function variablesIn(value: unknown): string[] {
  const names = [...(JSON.stringify(value) ?? '').matchAll(VARIABLE)].map(([, name = '']) => name);
  return [...new Set(names)];
}

/** Replaces known variables. */
export function fillVariables<Value>(value: Value, known: Readonly<Record<string, string>>): Value {
  if (typeof value === 'string')
    return value.replace(VARIABLE, (whole, name: string) => known[name] ?? whole) as typeof value;
  if (Array.isArray(value)) return value.map((item: unknown) => fillVariables(item, known)) as typeof value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillVariables(item, known)])) as Value;
}
