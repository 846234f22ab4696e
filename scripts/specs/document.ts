import type { Answer, Parameter, PlacedOperation, SecurityRequirement } from './openapi';

/** A document that is published: where its controllers are, and what none of them says. */
export interface Document {
  name: string;
  /** The pattern of its controllers' files, from the root of the checkout. */
  controllers: string;
  /** A file that names types which no operation uses, and which are published all the same. */
  declaration?: string;
  /** Where its Express routes go, if it is served. */
  routesFile?: string;
  parameters: Readonly<Record<string, Parameter>>;
  /** The descriptions of parameters that a controller leaves undescribed, by their names. */
  parameterTexts?: Readonly<Record<string, string>>;
  /** The meanings of the codes of its errors. */
  errorCodes?: Readonly<Record<string, string>>;
  /** Who may call an operation, where it is not whoever has a key. */
  access?: Readonly<Record<string, readonly string[]>>;
  tags: readonly Tag[];
  responses: readonly CommonAnswer[];
  frame: Frame;
}

export interface Tag {
  name: string;
  title: string;
  /** What of a path speaks for this tag. */
  paths: RegExp;
  description: string;
}

/** An answer that every operation may give to which it applies. */
export interface CommonAnswer {
  status: number;
  name: string;
  applies: (place: PlacedOperation) => boolean;
  response: Answer;
}

export interface Frame {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string; description: string }[];
  security: readonly SecurityRequirement[];
  securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
