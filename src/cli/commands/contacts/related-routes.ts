import { routes } from '../../../contract/routes/routes.ts';

export const relatedRoutes = [
  routes.contacts.search,
  routes.lists.list,
  routes.campaigns.list,
  routes.inbox.threads,
] as const;
