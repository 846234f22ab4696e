import type { ResponseObject, Parameter, PlacedOperation, SecurityRequirement } from './openapi';

/** A published document. */
export interface Document {
  name: string;
  /** A glob from the root of the checkout. */
  controllers: string;
  /** A file of published types that no operation uses. */
  declaration?: string;
  /** The file of its Express routes, if it is served. */
  routesFile?: string;
  parameters: Readonly<Record<string, Parameter>>;
  /** Descriptions by parameter name, where a controller has none. */
  parameterTexts?: Readonly<Record<string, string>>;
  /** Descriptions of error codes. */
  errorCodes?: Readonly<Record<string, string>>;
  /** Callers of operations, where not any key. */
  access?: Readonly<Record<string, readonly string[]>>;
  /** Operations whose body is a file, with what it is. */
  fileBodies?: Readonly<Record<string, string>>;
  tags: readonly Tag[];
  responses: readonly CommonAnswer[];
  frame: Frame;
}

export interface Tag {
  name: string;
  title: string;
  /** Matches the paths of this tag. */
  paths: RegExp;
  description: string;
}

/** A response of every operation to which it applies. */
export interface CommonAnswer {
  status: number;
  name: string;
  applies: (place: PlacedOperation) => boolean;
  response: ResponseObject;
}

export interface Frame {
  info: { title: string; version: string; description: string };
  servers: readonly { url: string; description: string }[];
  security: readonly SecurityRequirement[];
  securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
