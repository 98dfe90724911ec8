import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { startImport } from './import.ts';
import { createPreview, iteratePreview, readResults } from './previews.ts';

export const finder: HandlersFor<Table['finder']> = {
  preview: ({ body }, context) => createPreview(context, body),
  iterate: ({ params, body }, context) => iteratePreview(context, params.previewId, body.feedback),
  results: ({ params, query }, context) => readResults(context, params.previewId, query),
  import: ({ params, body }, context) => startImport(context, params.previewId, body),
};
