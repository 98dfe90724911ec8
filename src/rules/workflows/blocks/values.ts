// One value of a block's input, by the type that the catalogue gives it.

import { type BlockInputType, WAIT_BLOCK_UNITS, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import type { At } from '../../problem.ts';
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
  kindOf,
  type NumberBounds,
} from '../../shape.ts';
import type { Checking } from '../checking.ts';

/** Bounds of whole numbers, by input key. */
const BOUNDS: Readonly<Record<string, NumberBounds>> = {
  maxLeadsToImport: { min: 1, max: 10 },
  maxCount: { min: 1, max: WORKFLOW_LIMITS.importMax },
  savedFilterId: { min: 1 },
  maxTimeToWait: { min: 0 },
};

/** Words of texts, by input key. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  stopType: ['NONE', 'VERIFIED_EMAIL', 'PHONE'],
  speed: ['SLOW', 'FAST'],
};

const CHARACTERS: Readonly<Record<string, number>> = { text: 500 };

/** A span such as a WAIT has: no longer than a year. */
function checkDuration({ problems }: Checking, at: At, value: unknown): void {
  const span = checkFields(problems, at, value, '{ value: 2, unit: days }');
  if (span === null) return;
  checkKeys(problems, at, span, ['value', 'unit'], 'a span');
  if (checkRequired(problems, at, span, 'value', 'a span needs a value: how many minutes, hours or days')) {
    const unit = given(span, 'unit');
    const perDay = unit === 'minutes' ? 1440 : unit === 'hours' ? 24 : 1;
    const bounds = { min: 1, max: WORKFLOW_LIMITS.waitDaysMax * perDay, whole: true };
    checkNumber(problems, [...at, 'value'], given(span, 'value'), bounds);
  }
  if (checkRequired(problems, at, span, 'unit', `a span needs a unit: ${WAIT_BLOCK_UNITS.join(', ')}`)) {
    checkWord(problems, [...at, 'unit'], given(span, 'unit'), WAIT_BLOCK_UNITS);
  }
}

function checkIds(checking: Checking, at: At, value: unknown): void {
  const { problems } = checking;
  if (!Array.isArray(value)) {
    checking.error(at, 'invalid_type', `${String(at.at(-1))} must be a list of ids, not ${kindOf(value)}`);
  } else if (value.length === 0) {
    checking.open(at, 'too_small', `${String(at.at(-1))} names nobody: give it ids`);
  } else if (value.length > WORKFLOW_LIMITS.idsMax) {
    const message = `${String(at.at(-1))} has ${value.length} ids; at most ${WORKFLOW_LIMITS.idsMax} are allowed`;
    checking.error(at, 'too_big', message);
  } else for (const [index, id] of value.entries()) checkId(problems, [...at, index], id);
}

function checkTexts({ problems }: Checking, at: At, value: unknown): void {
  if (!Array.isArray(value)) {
    problems.error(at, 'invalid_type', `${String(at.at(-1))} must be a list of texts, not ${kindOf(value)}`);
    return;
  }
  for (const [index, text] of value.slice(0, WORKFLOW_LIMITS.valuesMax).entries()) {
    checkText(problems, [...at, index], text, { most: WORKFLOW_LIMITS.textMax });
  }
  if (value.length > WORKFLOW_LIMITS.valuesMax) {
    const most = WORKFLOW_LIMITS.valuesMax;
    problems.error(at, 'too_big', `${String(at.at(-1))} has ${value.length} entries; at most ${most} are allowed`);
  }
}

type Check = (checking: Checking, at: At, value: unknown, key: string) => void;

const ofRecord: Check = ({ problems }, at, value) => checkId(problems, at, value);

const CHECKS: Readonly<Record<BlockInputType, Check>> = {
  leadId: ofRecord,
  companyId: ofRecord,
  leadIds: checkIds,
  companyIds: checkIds,
  leadsGroupId: (checking, at, value) => checkListId(checking, at, value, 'LEAD'),
  companyGroupId: (checking, at, value) => checkListId(checking, at, value, 'COMPANY'),
  companyPayload: (checking, at, value, key) => {
    const message = `${key} comes from a webhook: set it to { webhookInputKey: company }, not ${kindOf(value)}`;
    checking.error(at, 'invalid_type', message);
  },
  campaignId: (checking, at, value) => {
    checkId(checking.problems, at, value);
    const { campaignIds } = checking.knowledge;
    if (campaignIds === undefined || typeof value !== 'number' || campaignIds.has(value)) return;
    checking.open(at, 'unknown_campaign', `there is no campaign ${value} in this workspace: name another`);
  },
  identityId: (checking, at, value) => {
    checkId(checking.problems, at, value);
    const { identityIds } = checking.knowledge;
    if (identityIds === undefined || typeof value !== 'number' || identityIds.has(value)) return;
    checking.open(at, 'unknown_identity', `there is no identity ${value} in this workspace: name another`);
  },
  boolean: ({ problems }, at, value) => checkBoolean(problems, at, value),
  integer: ({ problems }, at, value, key) =>
    checkNumber(problems, at, value, { ...(BOUNDS[key] ?? { min: 0 }), whole: true }),
  number: ({ problems }, at, value) => checkNumber(problems, at, value, { min: Number.NEGATIVE_INFINITY }),
  string: ({ problems }, at, value, key) => {
    const words = WORDS[key];
    if (words !== undefined) checkWord(problems, at, value, words);
    else checkText(problems, at, value, { most: CHARACTERS[key] ?? WORKFLOW_LIMITS.textMax });
  },
  stringArray: checkTexts,
  span: checkDuration,
  object: ({ problems }, at, value) => {
    checkFields(problems, at, value, '{ key: value }');
  },
};

/** A list of the workspace, of contacts or of companies. */
export function checkListId(checking: Checking, at: At, value: unknown, entity: 'LEAD' | 'COMPANY'): void {
  checkId(checking.problems, at, value);
  const { lists } = checking.knowledge;
  if (lists === undefined || typeof value !== 'number') return;
  const of = lists.get(value);
  if (of === undefined) checking.open(at, 'unknown_list', `there is no list ${value} in this workspace: name another`);
  else if (of !== entity) {
    const [holds, needs] = of === 'LEAD' ? ['contacts', 'companies'] : ['companies', 'contacts'];
    checking.error(at, 'wrong_entity', `list ${value} holds ${holds}; this needs one of ${needs}`);
  }
}

/** A value of an input that is written into the node. Bindings and `__MANUAL_INPUT` never come here. */
export function checkInputValue(checking: Checking, at: At, value: unknown, type: BlockInputType, key: string): void {
  CHECKS[type](checking, at, value, key);
}

/** Whether an input has no value yet. */
export function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
