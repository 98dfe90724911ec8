import type { Table } from '../../contract/table.ts';
import { findSavedFilters } from '../domain/saved-filters.ts';
import type { HandlersFor } from './handlers.ts';

export const savedFilters: HandlersFor<Table['savedFilters']> = {
  list: ({ query }, context) => findSavedFilters(context, query),
};
