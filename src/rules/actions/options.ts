// The options of each action type: what they are, and what their schemas cannot say of them.

import * as z from 'zod';
import { OPTIONS } from '../../contract/actions/endpoints.ts';
import { ACTION_TYPES, type ActionType } from '../../contract/actions/enums.ts';
import { SEARCH_RELATIONS } from '../../contract/actions/relations.ts';
import { Id } from '../../contract/common.ts';
import { getOwn, type JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { coreOf, exampleOf, partOf, type Schema, wordsOf } from '../../contract/schema-parts.ts';
import { checkObject } from '../check-value.ts';
import { checkFields, checkRelations } from '../keys.ts';
import type { At, Problems } from '../problem.ts';

/** An option as the help and `reach action types` show it. */
export interface ActionOption {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
  readonly schema: Schema;
}

const ABOUT: Readonly<Record<string, string>> = {
  skipCompanyScrape: 'leave the company as it is',
  skipContactMerge: 'do not merge contacts that turn out to have the same profile',
  sortedApis: 'which providers to ask, in this order',
  stopType: 'when to ask no further provider',
  speed: 'SLOW is thorough',
  maxTimeToWait: 'how long to go on asking for one record, in milliseconds',
  text: `whom to find, in words; at most ${LIMITS.searchTextMax} characters`,
  savedFilterId: 'a saved filter of type LEAD (reach finder filters)',
  filters: 'the filters themselves',
  keyword: 'words that the profile must have',
  maxLeadsToImport: `contacts per company: ${LIMITS.leadsToImportDefault} by default, at most ${LIMITS.leadsToImportMax}`,
  destinationContactGroupId: 'the list of contacts they are added to',
  onlyIncludeIfCompanyUrnMatch: 'only people whose profile is linked to exactly this company page',
  importOnlyNewContacts: 'leave out people who are already in the workspace',
  matchOnlyExactDomain: 'only a page with exactly the stored domain or website',
  matchOnlyExactName: 'only a page with exactly the name',
  matchOnlySimilarName: 'only a page with a similar name; has no effect with matchOnlyExactName',
  CRMOwnerId: 'who owns the record in the CRM',
  promptLeadFieldsCRMMapping: 'which CRM field gets which contact field',
  promptCompanyFieldsCRMMapping: 'the same for company fields',
  overwriteFields: 'whether a value in the CRM is replaced',
  associationType: 'the type the record is exported as, such as CONTACT or LEAD',
  exportAssociatedObject: 'also the company of a contact, or the contacts of a company',
  fullResync: 'forget the stored CRM ids and match every record again',
};

/** `true | false`, `SLOW | FAST`, `list of texts`, `{ value, override }`. */
function kindText(schema: Schema): string {
  const core = coreOf(schema);
  if (core === Id) return 'id';
  if (core instanceof z.ZodString) return 'text';
  if (core instanceof z.ZodNumber) return 'number';
  if (core instanceof z.ZodBoolean) return 'true | false';
  if (core instanceof z.ZodArray) return `list of ${kindText(core.element)}s`;
  if (core instanceof z.ZodObject) return `{ ${Object.keys(core.shape).join(', ')} }`;
  if (core instanceof z.ZodUnion) return core.options.map(kindText).join(' or ');
  if (!(core instanceof z.ZodRecord)) return wordsOf(core).join(' | ');
  return core.valueType instanceof z.ZodUnknown ? 'object' : `field: ${kindText(core.valueType)}`;
}

const optionsOf = (type: ActionType): ActionOption[] =>
  Object.entries(OPTIONS[type].shape).map(([name, schema]) => ({
    name,
    kind: kindText(schema),
    about: getOwn(ABOUT, name) ?? '',
    schema,
  }));

/** Every option of a type, in the interface's order. */
export const ACTION_OPTIONS: ReadonlyMap<string, readonly ActionOption[]> = new Map(
  ACTION_TYPES.map((type) => [type, optionsOf(type)]),
);

/** Whether the option at a path (`CRMOwnerId.value`) takes text or a list, of what can be typed. */
export function takenBy(type: string, [name = '', ...inner]: readonly string[]): 'text' | 'list' | null {
  let schema = ACTION_OPTIONS.get(type)?.find((option) => option.name === name)?.schema;
  for (const key of inner) schema = schema && partOf(schema, key);
  const core = schema && coreOf(schema);
  if (core instanceof z.ZodArray) return 'list';
  return core instanceof z.ZodString || core instanceof z.ZodUnion ? 'text' : null;
}

/** Everything about the options of one action that they tell by themselves. */
export function checkOptions(problems: Problems, at: At, type: ActionType, value: unknown): void {
  const schema = OPTIONS[type];
  const options = value === undefined ? {} : checkFields(problems, at, value, exampleOf(schema));
  if (options === null) return;
  if (Object.keys(schema.shape).length === 0) refuseOptions(problems, at, type, options);
  else checkObject(problems, at, options, schema, type);
  if (type === 'SEARCH_LEADS_FROM_NETWORK_COMPANY') checkRelations(problems, at, options, SEARCH_RELATIONS, type);
  if (type === 'COMPANY_NETWORK_FROM_NAME') warnOfSimilarName(problems, at, options);
}

function refuseOptions(problems: Problems, at: At, type: ActionType, options: JsonObject): void {
  for (const key of Object.keys(options)) {
    problems.error([...at, key], 'unknown_key', `${type} takes no options: remove "${key.slice(0, 60)}"`);
  }
}

function warnOfSimilarName(problems: Problems, at: At, options: JsonObject): void {
  if (getOwn(options, 'matchOnlySimilarName') !== true || getOwn(options, 'matchOnlyExactName') !== true) return;
  const message = 'matchOnlySimilarName has no effect with matchOnlyExactName';
  problems.warn([...at, 'matchOnlySimilarName'], 'no_effect', message);
}
