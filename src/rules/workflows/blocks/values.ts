// One value of a block's input, by the type that the catalogue gives it.

import { optionShapes } from '../../../contract/actions/shapes.ts';
import { own } from '../../../contract/dictionary.ts';
import type { Shape } from '../../../contract/shape.ts';
import { type BlockInputType, WAIT_BLOCK_UNITS, WORKFLOW_LIMITS } from '../../../contract/workflows/enums.ts';
import { previewSourceShape } from '../../../contract/workflows/shapes.ts';
import type { At } from '../../problem.ts';
import {
  checkBoolean,
  checkFields,
  checkId,
  checkKeys,
  checkNumber,
  checkReference,
  checkRequired,
  checkText,
  checkWord,
  kindOf,
  type NumberBounds,
  referenceText,
} from '../../shape.ts';
import type { Checking } from '../checking.ts';

/** Inputs that are options of an action, or of an import, have the same bounds there. */
const SHAPES: ReadonlyMap<string, Shape> = new Map(
  [...Object.values(optionShapes), previewSourceShape].flatMap(({ fields }) => Object.entries(fields)),
);

function boundsOf(key: string): NumberBounds {
  const shape = SHAPES.get(key);
  if (shape?.kind === 'number') return shape;
  return { min: shape?.kind === 'id' ? 1 : 0 };
}

/** The duration of a WAIT: a year at most. */
function checkDuration({ problems }: Checking, at: At, value: unknown): void {
  const duration = checkFields(problems, at, value, '{ value: 2, unit: days }');
  if (duration === null) return;
  checkKeys(problems, at, duration, ['value', 'unit'], 'a duration');
  if (checkRequired(problems, at, duration, 'value', 'a duration needs a value: how many minutes, hours or days')) {
    const unit = own(duration, 'unit');
    const perDay = unit === 'minutes' ? 1440 : unit === 'hours' ? 24 : 1;
    const bounds = { min: 1, max: WORKFLOW_LIMITS.waitDaysMax * perDay, whole: true };
    checkNumber(problems, [...at, 'value'], own(duration, 'value'), bounds);
  }
  if (checkRequired(problems, at, duration, 'unit', `a duration needs a unit: ${WAIT_BLOCK_UNITS.join(', ')}`)) {
    checkWord(problems, [...at, 'unit'], own(duration, 'unit'), WAIT_BLOCK_UNITS);
  }
}

function checkIds(checking: Checking, at: At, value: unknown): void {
  const { problems } = checking;
  if (!Array.isArray(value)) {
    checking.error('given', at, 'invalid_type', `${String(at.at(-1))} must be a list of ids, not ${kindOf(value)}`);
  } else if (value.length === 0) {
    checking.open('given', at, 'too_small', `${String(at.at(-1))} is empty: add ids`);
  } else if (value.length > WORKFLOW_LIMITS.idsMax) {
    const message = `${String(at.at(-1))} has ${value.length} ids; at most ${WORKFLOW_LIMITS.idsMax} are allowed`;
    checking.error('undocumented', at, 'too_big', message);
  } else for (const [index, id] of value.entries()) checkId(problems, [...at, index], id);
}

function checkTexts({ problems }: Checking, at: At, value: unknown): void {
  if (!Array.isArray(value)) {
    problems.error('given', at, 'invalid_type', `${String(at.at(-1))} must be a list of texts, not ${kindOf(value)}`);
    return;
  }
  for (const [index, text] of value.slice(0, WORKFLOW_LIMITS.valuesMax).entries()) {
    checkText(problems, [...at, index], text, { most: WORKFLOW_LIMITS.textMax });
  }
  if (value.length > WORKFLOW_LIMITS.valuesMax) {
    const most = WORKFLOW_LIMITS.valuesMax;
    problems.error(
      'undocumented',
      at,
      'too_big',
      `${String(at.at(-1))} has ${value.length} entries; at most ${most} are allowed`,
    );
  }
}

type ValueCheck = (checking: Checking, at: At, value: unknown, key: string) => void;

const ofRecord: ValueCheck = ({ problems }, at, value) => checkId(problems, at, value);

const CHECKS: Readonly<Record<BlockInputType, ValueCheck>> = {
  leadId: ofRecord,
  companyId: ofRecord,
  leadIds: checkIds,
  companyIds: checkIds,
  leadsGroupId: (checking, at, value) => checkListId(checking, at, value, 'LEAD'),
  companyGroupId: (checking, at, value) => checkListId(checking, at, value, 'COMPANY'),
  companyPayload: (checking, at, value, key) => {
    const message = `${key} comes from a webhook: set it to { webhookInputKey: company }, not ${kindOf(value)}`;
    checking.error('given', at, 'invalid_type', message);
  },
  campaignId: (checking, at, value) => {
    checkReference(checking.problems, at, value);
    const { campaignIds } = checking.knowledge;
    const id = referenceText(value);
    if (campaignIds === undefined || id === null || campaignIds.has(id)) return;
    checking.open('given', at, 'unknown_campaign', `there is no campaign ${id} in this workspace: choose another`);
  },
  identityId: (checking, at, value) => {
    checkId(checking.problems, at, value);
    const { identityIds } = checking.knowledge;
    if (identityIds === undefined || typeof value !== 'number' || identityIds.has(value)) return;
    checking.open('given', at, 'unknown_identity', `there is no identity ${value} in this workspace: choose another`);
  },
  boolean: ({ problems }, at, value) => checkBoolean(problems, at, value),
  integer: ({ problems }, at, value, key) => checkNumber(problems, at, value, { ...boundsOf(key), whole: true }),
  number: ({ problems }, at, value) => checkNumber(problems, at, value, {}),
  string: ({ problems }, at, value, key) => {
    const shape = SHAPES.get(key);
    if (shape?.kind === 'enum') checkWord(problems, at, value, shape.values);
    else checkText(problems, at, value, { most: shape?.kind === 'text' ? shape.max : WORKFLOW_LIMITS.textMax });
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
  if (of === undefined)
    checking.open('given', at, 'unknown_list', `there is no list ${value} in this workspace: choose another`);
  else if (of !== entity) {
    const [holds, needs] = of === 'LEAD' ? ['contacts', 'companies'] : ['companies', 'contacts'];
    checking.error('given', at, 'wrong_entity', `list ${value} holds ${holds}; this needs one of ${needs}`);
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
