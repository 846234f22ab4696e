// Holds the wording of scripts/lint/words.mjs in comments, names, test titles and Markdown.
import { NAMES, PROSE, TITLE_BEGINS } from './words.mjs';

const compile = (list, wrap) =>
  list.map(([pattern, instead]) => ({ pattern: new RegExp(wrap(pattern), 'i'), instead }));
const prose = compile(PROSE, (pattern) => `(?<![\\w-])(?:${pattern})(?![\\w-])`);
const names = NAMES.map(([pattern, instead]) => ({ pattern: new RegExp(pattern), instead }));
const [titles] = compile([TITLE_BEGINS], (pattern) => `^(?:${pattern})\\b`);

/** The first hits of each pattern: `{ index, word, instead }`. */
function find(text, list) {
  return list.flatMap(({ pattern, instead }) => {
    const hit = pattern.exec(text);
    return hit ? [{ index: hit.index, word: hit[0], instead }] : [];
  });
}

const messages = { word: '“{{word}}”: {{instead}} (scripts/lint/words.mjs)' };

/** Within a `describe`, which names the subject, a title may begin with a verb. */
function isNested(node) {
  for (let parent = node?.parent?.parent; parent; parent = parent.parent) {
    if (parent.type === 'CallExpression' && /^describe\b/.test(parent.callee.name ?? parent.callee.object?.name ?? ''))
      return true;
  }
  return false;
}

/** @type {import('eslint').Rule.RuleModule} */
const code = {
  meta: { type: 'suggestion', schema: [], messages },
  create(context) {
    const { sourceCode } = context;
    const report = (loc, { word, instead }) => context.report({ loc, messageId: 'word', data: { word, instead } });
    const declared = (node) => {
      if (node?.type === 'Identifier') for (const hit of find(node.name, names)) report(node.loc, hit);
    };
    return {
      Program() {
        for (const { value, range } of sourceCode.getAllComments()) {
          for (const hit of find(value, prose)) {
            const start = range[0] + 2 + hit.index;
            report(
              { start: sourceCode.getLocFromIndex(start), end: sourceCode.getLocFromIndex(start + hit.word.length) },
              hit,
            );
          }
        }
      },
      'VariableDeclarator, FunctionDeclaration, ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration': ({
        id,
      }) => declared(id),
      CallExpression({ callee, arguments: [title] }) {
        const named = callee.type === 'CallExpression' ? callee.callee : callee;
        if (!/^(?:test|it|describe)(?:\.\w+)*$/.test(sourceCode.getText(named).replace(/\s/g, ''))) return;
        const text =
          title?.type === 'Literal' ? title.value : title?.type === 'TemplateLiteral' ? title.quasis[0].value.raw : '';
        if (typeof text !== 'string') return;
        const begins = isNested(title) ? [] : find(text, [titles]);
        for (const hit of [...find(text, prose), ...begins]) report(title.loc, hit);
      },
    };
  },
};

/** @type {import('eslint').Rule.RuleModule} */
const markdown = {
  meta: { type: 'suggestion', schema: [], messages },
  create: (context) => ({
    text(node) {
      for (const { word, instead } of find(node.value, prose)) {
        context.report({ loc: node.position, messageId: 'word', data: { word, instead } });
      }
    },
    heading(node) {
      const [first] = node.children;
      if (first?.type !== 'text') return;
      for (const { word, instead } of find(first.value, [titles])) {
        context.report({ loc: node.position, messageId: 'word', data: { word, instead } });
      }
    },
  }),
};

export const plainWords = { rules: { code, markdown } };
