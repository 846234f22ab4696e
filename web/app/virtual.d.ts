declare module 'virtual:guides' {
  const versions: import('../guides/guide').DocsVersion[];
  export default versions;
}

declare module 'virtual:logo' {
  const markup: string;
  export default markup;
}

declare module 'virtual:specifications' {
  const specifications: Record<string, import('./reference/openapi').OpenApiDocument>;
  export default specifications;
}
