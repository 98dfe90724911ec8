export { routes } from '../../contract/routes/routes.ts';
