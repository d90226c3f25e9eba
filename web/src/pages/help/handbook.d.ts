declare module 'virtual:handbook/*' {
  const blocks: import('./blocks').Block[];
  export default blocks;
}
declare module 'virtual:rule-pages' {
  const pages: Record<string, () => Promise<{ default: import('./blocks').Block[] }>>;
  export default pages;
}
