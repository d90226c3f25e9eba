/** Prizes by place as somebody types them (`100 60 40`, `12.50; 7,50`), in hundredths; null where something is no amount. */
export function readPrizes(typed: string): number[] | null {
  const parts = typed.split(/[\s;]+/).filter(Boolean);
  const amounts = parts.map((part) => (/^\d{1,9}(?:[.,]\d{1,2})?$/.test(part) ? Math.round(Number(part.replace(',', '.')) * 100) : null));
  return amounts.every((amount) => amount !== null) ? amounts : null;
}
