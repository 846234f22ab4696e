export interface SearchRange {
  shopID: string;
  from: Date;
  to: Date;
  limit: number;
}
