// Pages of lists, numbered from 1.

export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** The rows of a page. */
export function windowOf({ page, pageSize }: PageRequest): { limit: number; offset: number } {
  return { limit: pageSize, offset: (page - 1) * pageSize };
}

/** What every list reports about its page. */
export function pagingOf({ page, pageSize }: PageRequest, total: number) {
  return { page, pageSize, total, hasNextPage: page * pageSize < total };
}
