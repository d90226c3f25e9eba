declare module 'virtual:handbook/*' {
  const blocks: import('./blocks').Block[];
  export default blocks;
}
