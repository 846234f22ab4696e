/** Shop, period and page size of a search. */
export interface SearchWindow {
  shopID: string;
  from: Date;
  to: Date;
  limit: number;
}
