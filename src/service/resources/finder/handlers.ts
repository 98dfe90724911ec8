import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { startImport } from './import-source.ts';
import { createPreview, iteratePreview } from './previews.ts';
import { listSavedFilters, readResults } from './view.ts';

export const finder: HandlersFor<Table['finder']> = {
  preview: ({ body }, context) => createPreview(context, body),
  iterate: ({ params, body }, context) => iteratePreview(context, params.previewId, body.feedback),
  results: ({ params, query }, context) => readResults(context, params.previewId, query),
  import: ({ params, body }, context) => startImport(context, params.previewId, body),
};

export const savedFilters: HandlersFor<Table['savedFilters']> = {
  list: ({ query }, context) => listSavedFilters(context, query),
};
