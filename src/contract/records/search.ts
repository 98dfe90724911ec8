import * as z from 'zod';
import { PageQuery } from '../common.ts';
import { Filters } from './fields.ts';

/** Body of both searches; the contact search adds `fields`. Records match `search`, every `include` and no `exclude`. */
export const SearchBody = PageQuery.extend({
  search: z.string().max(500).optional(),
  include: Filters.optional(),
  exclude: Filters.optional(),
}).strict();
