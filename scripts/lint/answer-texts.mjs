// An API's sentences are for people: code decides by its codes, and the page that shows a code chooses its words.
const TEXTS = '/^(message|description|reason|failure|found|remedy|resolution)$/';
const METHODS = '/^(match|matchAll|startsWith|endsWith|includes|indexOf|search|split|replace|replaceAll)$/';
const message = 'A text of an answer is shown as it is: decide by its code.';

/** Selectors of `no-restricted-syntax` for those that read the APIs. */
export const ANSWER_TEXTS = [
  `CallExpression[callee.property.name=${METHODS}]:matches([callee.object.name=${TEXTS}], [callee.object.property.name=${TEXTS}])`,
  `CallExpression[callee.property.name=/^(test|exec)$/] :matches(Identifier[name=${TEXTS}], MemberExpression[property.name=${TEXTS}])`,
  `CallExpression[callee.object.property.name='text'][callee.property.name=${METHODS}]`,
].map((selector) => ({ selector, message }));
