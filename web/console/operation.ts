/** An operation as the console needs it, embedded in the operation's page. */
export interface ConsoleOperation {
  /** The reference; ids of different APIs are unrelated. */
  api: string;
  id: string;
  baseUrl: string;
  method: string;
  /** With its parameters in braces. */
  path: string;
  needsKey: boolean;
  hasRequestID: boolean;
  /** Variables with access tokens that are accepted instead of the key. */
  tokens: string[];
  parameters: ConsoleParameter[];
  /** A JSON sample with variables. */
  body?: string;
  /** The sample's `externalID`, by which entities are found later. */
  externalID?: string;
  /** Operations that use the response. */
  next: { title: string; href: string }[];
  /** The operations whose responses contain a variable. */
  sources: Record<string, { title: string; href: string }>;
  /** Test cards, if the body contains a card. */
  cards: { number: string; title: string }[];
  /** Where to get the demonstration shop's key, only on the reader's own installation. */
  demoKey?: string;
}

export interface ConsoleParameter {
  name: string;
  in: 'path' | 'query';
  isRequired: boolean;
  values: string[];
  /** The sample's value, with variables. */
  sample: string;
}
