export interface SearchWindow {
  shopID: string;
  from: Date;
  to: Date;
  limit: number;
}
