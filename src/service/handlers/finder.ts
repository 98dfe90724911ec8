import type { Table } from '../../contract/table.ts';
import { createPreview, iteratePreview, readResults } from '../domain/finder.ts';
import { startImport } from '../domain/finder-import.ts';
import type { HandlersFor } from './handlers.ts';

export const finder: HandlersFor<Table['finder']> = {
  preview: ({ body }, context) => createPreview(context, body),
  iterate: ({ params, body }, context) => iteratePreview(context, params.previewId, body.feedback),
  results: ({ params, query }, context) => readResults(context, params.previewId, query),
  import: ({ params, body }, context) => startImport(context, params.previewId, body),
};
