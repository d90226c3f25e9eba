declare module 'virtual:handbook/*' {
  const blocks: import('./blocks').Block[];
  export default blocks;
}
declare module 'virtual:rule-pages' {
  const pages: import('./blocks').Documents;
  export default pages;
}
declare module 'virtual:reference-pages' {
  const pages: import('./blocks').Documents;
  export default pages;
}
declare module 'virtual:help-pages' {
  const pages: Record<import('../../i18n/language').Language, import('./blocks').Documents>;
  export default pages;
}
