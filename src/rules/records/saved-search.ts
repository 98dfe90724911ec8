// A saved search as a file of an outreach folder says it.

import * as z from 'zod';
import { checkObject } from '../check-value.ts';
import { mustBeObject } from '../keys.ts';
import { type Problem, Problems } from '../problem.ts';
import { isSearchName, parseCondition, SEARCH_NAME_HINT } from './conditions.ts';

const Text = z.string().trim().min(1).max(200);
const Filter = Text.regex(/^[^=]+=/, 'must be name=value');
const Condition = Text.superRefine((text, context) => {
  const read = parseCondition(text, 0);
  if ('problem' in read) context.addIssue({ code: 'custom', message: `is not a condition: ${read.problem}` });
});

export const SearchSchema = z.object({
  name: z.string().refine(isSearchName, `cannot be the name of a search: ${SEARCH_NAME_HINT}`),
  of: z.enum(['contacts', 'companies']).optional().describe('What it searches: contacts, unless it says companies.'),
  text: Text.optional().describe('Words to find.'),
  list: Text.optional().describe('Only records of this list.'),
  where: z.array(Condition).optional().describe('Conditions: jobTitle~chief, createdAt=last-30d.'),
  include: z.array(Filter).optional().describe('Filters of the API.'),
  exclude: z.array(Filter).optional().describe('Filters of the API.'),
});

export function checkSearch(body: unknown): readonly Problem[] {
  const problems = Problems.none();
  if (mustBeObject(problems, [], body, 'a saved search must be an object')) {
    checkObject(problems, [], body, SearchSchema, 'a saved search');
    if (Object.keys(body).every((key) => key === 'name' || key === 'of'))
      problems.error([], 'required', 'a saved search needs where, include, exclude, text or list');
  }
  return problems.found;
}
