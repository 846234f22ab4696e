// Completes the specification of tsoa to the published document.
import {
  addFileBodies,
  addParameters,
  addResponses,
  addTags,
  describeSuccesses,
  inOrder,
  nameApartInGo,
  nameCallers,
  describeStreams,
} from './conventions';
import type { Document } from './document';
import type { Specification } from './openapi';
import {
  applyOwnTags,
  discriminateUnions,
  dropUnusedSchemas,
  explainErrorCodes,
  wrapDescribedReferences,
} from './schemas';
import { declareUnionFields } from './union-fields';

/** Returns the published document; changes `spec`. */
export function finish(spec: Specification, document: Document) {
  applyOwnTags(spec);
  explainErrorCodes(spec, document.errorCodes ?? {});
  nameCallers(spec, document);
  addParameters(spec, document);
  addFileBodies(spec, document);
  describeSuccesses(spec);
  describeStreams(spec);
  addResponses(spec, document);
  addTags(spec, document.tags);
  discriminateUnions(spec);
  wrapDescribedReferences(spec);
  declareUnionFields(spec);
  nameApartInGo(spec);
  dropUnusedSchemas(spec);
  return inOrder(spec, document.frame);
}
