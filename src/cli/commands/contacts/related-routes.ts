import { routes } from '../../../contract/routes/routes.ts';

/** What related-records.ts asks, for the help. */
export const relatedRoutes = [
  routes.contacts.search,
  routes.lists.list,
  routes.campaigns.list,
  routes.inbox.threads,
] as const;
