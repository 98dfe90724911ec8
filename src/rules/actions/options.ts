// The options of each action type (SERVICE-API, Actions): what they are, what they exclude, and how they are checked.

import { type ActionType, SPEEDS, STOP_TYPES } from '../../contract/actions/enums.ts';
import type { JsonObject } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { At, Problems } from '../problem.ts';
import {
  checkBoolean,
  checkFields,
  checkId,
  checkKeys,
  checkNumber,
  checkRequired,
  checkText,
  checkWord,
  given,
  has,
  kindOf,
} from '../shape.ts';

type Check = (problems: Problems, at: At, value: unknown) => void;

/** An option as the help and `reach action types` show it. */
export interface Option {
  readonly name: string;
  readonly kind: string;
  readonly about: string;
  readonly check: Check;
}

const TEXT: Check = (problems, at, value) => checkText(problems, at, value, { most: LIMITS.searchTextMax });
const NAMES: Check = (problems, at, value) => checkNames(problems, at, value, 'a list of names');

function flag(name: string, about: string): Option {
  return { name, kind: 'true | false', about, check: checkBoolean };
}

const WATERFALL: readonly Option[] = [
  { name: 'sortedApis', kind: 'list of names', about: 'which providers to ask, in this order', check: NAMES },
  {
    name: 'stopType',
    kind: STOP_TYPES.join(' | '),
    about: 'when to ask no further provider',
    check: (problems, at, value) => checkWord(problems, at, value, STOP_TYPES),
  },
  {
    name: 'speed',
    kind: SPEEDS.join(' | '),
    about: 'SLOW is thorough',
    check: (problems, at, value) => checkWord(problems, at, value, SPEEDS),
  },
  {
    name: 'maxTimeToWait',
    kind: 'milliseconds',
    about: 'how long to go on asking for one record',
    check: (problems, at, value) => checkNumber(problems, at, value, { min: 0 }),
  },
];

const SEARCH_AT_COMPANY: readonly Option[] = [
  {
    name: 'text',
    kind: 'text',
    about: `whom to find, in words; at most ${LIMITS.searchTextMax} characters`,
    check: TEXT,
  },
  { name: 'savedFilterId', kind: 'id', about: 'a saved filter of type LEAD (reach finder filters)', check: checkId },
  {
    name: 'filters',
    kind: 'object',
    about: 'the filters themselves',
    check: (problems, at, value) => {
      checkFields(problems, at, value, '{ titles: [Head of Sales] }');
    },
  },
  { name: 'keyword', kind: 'text or list', about: 'words that the profile must have', check: checkKeyword },
  {
    name: 'maxLeadsToImport',
    kind: 'number',
    about: `contacts a company, ${LIMITS.leadsToImportDefault} unless told otherwise, at most ${LIMITS.leadsToImportMax}`,
    check: (problems, at, value) =>
      checkNumber(problems, at, value, { min: 1, max: LIMITS.leadsToImportMax, whole: true }),
  },
  { name: 'destinationContactGroupId', kind: 'id', about: 'the list of contacts they come into', check: checkId },
  flag('onlyIncludeIfCompanyUrnMatch', 'only people whose profile is linked to exactly this company page'),
  flag('importOnlyNewContacts', 'leave out who is in the workspace already'),
];

const CRM_MAPPING: Check = (problems, at, value) => {
  const mapping = checkFields(problems, at, value, '{ jobTitle: { value: Title, override: true } }');
  for (const [name, target] of Object.entries(mapping ?? {})) checkCrmValue(problems, [...at, name], target);
};

const EXPORT: readonly Option[] = [
  { name: 'CRMOwnerId', kind: '{ value, override }', about: 'who owns the record in the CRM', check: checkCrmValue },
  {
    name: 'promptLeadFieldsCRMMapping',
    kind: 'field: { value, override }',
    about: 'which CRM field gets which contact field',
    check: CRM_MAPPING,
  },
  {
    name: 'promptCompanyFieldsCRMMapping',
    kind: 'field: { value, override }',
    about: 'the same for company fields',
    check: CRM_MAPPING,
  },
  {
    name: 'overwriteFields',
    kind: 'field: true | false',
    about: 'whether a value in the CRM is replaced',
    check: (problems, at, value) => {
      const fields = checkFields(problems, at, value, '{ jobTitle: true }');
      for (const [name, flagged] of Object.entries(fields ?? {})) checkBoolean(problems, [...at, name], flagged);
    },
  },
  {
    name: 'associationType',
    kind: 'text',
    about: 'as what the record is exported, such as CONTACT or LEAD',
    check: TEXT,
  },
  flag('exportAssociatedObject', 'the company of a contact too, or the contacts of a company'),
];

const RESYNC = [flag('fullResync', 'forget the stored CRM ids and match every record anew')];

/** Every option of every type, in the interface's order. */
export const ACTION_OPTIONS: Readonly<Record<ActionType, readonly Option[]>> = {
  SCRAPE_LEAD_FROM_NETWORK: [
    flag('skipCompanyScrape', 'leave the company as it is'),
    flag('skipContactMerge', 'do not merge contacts that turn out to have the same profile'),
  ],
  ENRICH_WITH_EMAIL: WATERFALL,
  ENRICH_WITH_PHONE: WATERFALL,
  VERIFY_LEAD_EMAIL: [],
  VERIFY_LEAD_PHONE: [],
  SEARCH_LEADS_FROM_NETWORK_COMPANY: SEARCH_AT_COMPANY,
  COMPANY_NETWORK_FROM_NAME: [
    flag('matchOnlyExactDomain', 'only a page with exactly the stored domain or website'),
    flag('matchOnlyExactName', 'only a page with exactly the name'),
    flag('matchOnlySimilarName', 'only a page with a similar name; has no effect beside matchOnlyExactName'),
  ],
  EXPORT_TO_CRM: EXPORT,
  SYNC_LEAD_WITH_CRM: RESYNC,
  SYNC_COMPANY_WITH_CRM: RESYNC,
};

/** Everything about the options of one action that they tell by themselves. */
export function checkOptions(problems: Problems, at: At, type: ActionType, value: unknown): void {
  const known = ACTION_OPTIONS[type];
  if (value === undefined) {
    if (type === 'SEARCH_LEADS_FROM_NETWORK_COMPANY') checkSearch(problems, at, {});
    return;
  }
  const options = checkFields(problems, at, value, exampleOf(known));
  if (options === null) return;
  const names = known.map(({ name }) => name);
  if (names.length > 0) checkKeys(problems, at, options, names, type);
  else refuseOptions(problems, at, type, options);
  for (const { name, check } of known) {
    if (has(options, name)) check(problems, [...at, name], given(options, name));
  }
  if (type === 'SEARCH_LEADS_FROM_NETWORK_COMPANY') checkSearch(problems, at, options);
  if (type === 'COMPANY_NETWORK_FROM_NAME') warnOfSimilarName(problems, at, options);
}

function exampleOf([first]: readonly Option[]): string {
  return first === undefined ? '{}' : `{ ${first.name}: … }`;
}

function refuseOptions(problems: Problems, at: At, type: ActionType, options: JsonObject): void {
  for (const key of Object.keys(options)) {
    problems.error([...at, key], 'unknown_key', `${type} takes no options, so no "${key.slice(0, 60)}"`);
  }
}

const WAYS = ['text', 'savedFilterId', 'filters', 'keyword'];

/** `text` stands alone; `savedFilterId` not beside `filters`, but beside `keyword`; one of the four must be there. */
function checkSearch(problems: Problems, at: At, options: JsonObject): void {
  if (!WAYS.some((key) => has(options, key))) {
    const why = 'tell whom to find: one of text, savedFilterId, filters, keyword';
    problems.error([...at, 'text'], 'required', why);
  }
  if (has(options, 'text')) {
    for (const key of ['savedFilterId', 'filters', 'keyword']) {
      if (has(options, key)) problems.error([...at, key], 'exclusive', `${key} cannot stand beside text`);
    }
  }
  if (has(options, 'savedFilterId') && has(options, 'filters')) {
    problems.error([...at, 'filters'], 'exclusive', 'filters cannot stand beside savedFilterId');
  }
}

function warnOfSimilarName(problems: Problems, at: At, options: JsonObject): void {
  if (given(options, 'matchOnlySimilarName') !== true || given(options, 'matchOnlyExactName') !== true) return;
  const message = 'matchOnlySimilarName has no effect beside matchOnlyExactName';
  problems.warn([...at, 'matchOnlySimilarName'], 'no_effect', message);
}

function checkCrmValue(problems: Problems, at: At, value: unknown): void {
  const fields = checkFields(problems, at, value, '{ value: "…", override: true }');
  if (fields === null) return;
  checkKeys(problems, at, fields, ['value', 'override'], String(at.at(-1)));
  if (checkRequired(problems, at, fields, 'value', `${at.at(-1)} needs a value`)) {
    checkText(problems, [...at, 'value'], given(fields, 'value'), { most: LIMITS.campaignTextMax, blank: true });
  }
  if (has(fields, 'override')) checkBoolean(problems, [...at, 'override'], given(fields, 'override'));
}

function checkKeyword(problems: Problems, at: At, value: unknown): void {
  if (typeof value === 'string') TEXT(problems, at, value);
  else checkNames(problems, at, value, 'text or a list of texts');
}

function checkNames(problems: Problems, at: At, value: unknown, what: string): void {
  if (!Array.isArray(value)) {
    problems.error(at, 'invalid_type', `${at.at(-1)} must be ${what}, not ${kindOf(value)}`);
    return;
  }
  if (value.length === 0) problems.error(at, 'too_small', `${at.at(-1)} needs at least one entry`);
  if (value.length > LIMITS.actionApis) {
    problems.error(at, 'too_big', `${at.at(-1)} has ${value.length} entries; at most ${LIMITS.actionApis} are allowed`);
    return;
  }
  for (const [index, name] of value.entries()) TEXT(problems, [...at, index], name);
}
