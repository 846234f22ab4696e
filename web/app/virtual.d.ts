declare module 'virtual:guides' {
  const versions: import('../guides/guide').CompiledVersion[];
  export default versions;
}

declare module 'virtual:home-sample' {
  const fences: import('../guides/home-sample').HomeSample[];
  export default fences;
}

declare module 'virtual:logo' {
  const markup: string;
  export default markup;
}

declare module 'virtual:specifications' {
  const specifications: Record<string, import('./reference/openapi').OpenApiDocument>;
  export default specifications;
}

declare module 'virtual:event-samples' {
  const samples: Record<string, unknown>;
  export default samples;
}

declare module 'virtual:signature-checks' {
  const checks: import('../guides/signature-checks').SignatureCheck[];
  export default checks;
}

declare module 'virtual:search-terms' {
  const terms: import('../search/builder/search-terms').SearchTerms;
  export default terms;
}

declare module 'virtual:search-start' {
  const start: import('../search/builder/search-terms').SearchStart;
  export default start;
}
