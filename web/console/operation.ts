/** What the console knows of an operation: made from the specification, and carried by the operation's page. */
export interface ConsoleOperation {
  /** The reference: ids of one API mean nothing to another. */
  api: string;
  id: string;
  baseUrl: string;
  method: string;
  /** With its parameters in braces. */
  path: string;
  needsKey: boolean;
  hasRequestID: boolean;
  /** Variables that hold access tokens which serve instead of the key. */
  tokens: string[];
  parameters: ConsoleParameter[];
  /** A sample with variables, as JSON. */
  body?: string;
  /** What its `externalID` is like in the sample: things are found by it later. */
  externalID?: string;
  /** What one does next, with what the answer gives. */
  next: { title: string; href: string }[];
  /** Which answers give a variable its value. */
  sources: Record<string, { title: string; href: string }>;
  /** Test cards, where the body has a card. */
  cards: { number: string; title: string }[];
  /** Where the key of the demonstration shop is given, on an installation of the reader's own. */
  demoKey?: string;
}

export interface ConsoleParameter {
  name: string;
  in: 'path' | 'query';
  isRequired: boolean;
  values: string[];
  /** Of the sample; with variables. */
  sample: string;
}
