// Finishes what tsoa gives: from a bare specification to the document that is published.
import {
  addParameters,
  addResponses,
  addTags,
  describeSuccesses,
  inOrder,
  nameCallers,
  writeTextAsText,
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

/** The published document of a bare specification. Changes `spec`. */
export function finish(spec: Specification, document: Document) {
  applyOwnTags(spec);
  explainErrorCodes(spec, document.errorCodes ?? {});
  nameCallers(spec, document);
  addParameters(spec, document);
  describeSuccesses(spec);
  writeTextAsText(spec);
  addResponses(spec, document);
  addTags(spec, document.tags);
  discriminateUnions(spec);
  wrapDescribedReferences(spec);
  dropUnusedSchemas(spec);
  return inOrder(spec, document.frame);
}
