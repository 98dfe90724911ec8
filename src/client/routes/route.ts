export type { Route } from '../../contract/routes/route.ts';
