import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { findSavedFilters } from './saved-filters.ts';

export const savedFilters: HandlersFor<Table['savedFilters']> = {
  list: ({ query }, context) => findSavedFilters(context, query),
};
