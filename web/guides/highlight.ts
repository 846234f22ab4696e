import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createOnigurumaEngine } from 'shiki/engine/oniguruma';
import bash from 'shiki/langs/bash.mjs';
import go from 'shiki/langs/go.mjs';
import html from 'shiki/langs/html.mjs';
import http from 'shiki/langs/http.mjs';
import java from 'shiki/langs/java.mjs';
import javascript from 'shiki/langs/javascript.mjs';
import json from 'shiki/langs/json.mjs';
import php from 'shiki/langs/php.mjs';
import python from 'shiki/langs/python.mjs';
import typescript from 'shiki/langs/typescript.mjs';
import { escapeHtml } from '../app/reference/prose';

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false });

// Created on first use, so that builds without code skip the grammars.
let highlighter: ReturnType<typeof createHighlighterCore> | undefined;

const ALIASES: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  js: 'javascript',
  mjs: 'javascript',
  ts: 'typescript',
};
const LANGUAGES = new Set(['bash', 'go', 'html', 'http', 'java', 'javascript', 'json', 'php', 'python', 'typescript']);

/** One letter per token type, because pages contain thousands of tokens. */
const CLASSES: Record<string, string> = {
  'token-constant': 'c',
  'token-string': 's',
  'token-string-expression': 's',
  'token-comment': 'm',
  'token-keyword': 'k',
  'token-parameter': 'p',
  'token-function': 'f',
  'token-punctuation': '',
  'token-link': 's',
  foreground: '',
};

export type Highlight = (code: string, language: string) => string;

/** Loads the grammars. Colours are class names because the CSP forbids style attributes. */
export async function loadHighlight(): Promise<Highlight> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [bash, go, html, http, java, javascript, json, php, python, typescript],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  });
  const { codeToTokensBase } = await highlighter;
  return (code, language) => {
    const lang = ALIASES[language] ?? language;
    if (!LANGUAGES.has(lang)) return escapeHtml(code);
    // The PHP grammar ignores code without an opening tag, which samples often omit.
    const isBarePhp = lang === 'php' && !code.includes('<?');
    const lines = codeToTokensBase(isBarePhp ? `<?php\n${code}` : code, {
      lang,
      theme: 'classes',
      // No time limit, so that slow machines produce the same output.
      tokenizeTimeLimit: 0,
    });
    return lines
      .slice(isBarePhp ? 1 : 0)
      .map(renderLine)
      .join('\n');
  };
}

interface Token {
  content: string;
  color?: string;
}

function renderLine(tokens: Token[]): string {
  const merged: { text: string; name: string }[] = [];
  for (const { content, color } of tokens) {
    const name = CLASSES[/var\(--(.+?)\)/.exec(color ?? '')?.[1] ?? 'foreground'] ?? '';
    const last = merged.at(-1);
    if (last && (last.name === name || content.trim() === '')) last.text += content;
    else merged.push({ text: content, name });
  }
  return merged
    .map(({ text, name }) => (name ? `<i class="${name}">${escapeHtml(text)}</i>` : escapeHtml(text)))
    .join('');
}
