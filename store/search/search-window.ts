/** What every search is asked: a shop's things of a span of time, newest first, so many at once. */
export interface SearchWindow {
  shopID: string;
  from: Date;
  to: Date;
  limit: number;
}
