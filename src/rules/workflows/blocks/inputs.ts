// The inputs of a BLOCK: what its block takes, what comes with the records, and what comes from a webhook.

import { SEARCH_RELATIONS } from '../../../contract/actions/relations.ts';
import { kindOf } from '../../../contract/english.ts';
import { getOwn, has, isObject, type JsonObject } from '../../../contract/json.ts';
import { fieldsOf } from '../../../contract/schema-parts.ts';
import {
  type BlockInputType,
  ENTITY_INPUTS,
  MANUAL_INPUT,
  type WebhookInputType,
} from '../../../contract/workflows/enums.ts';
import { Binding, type Block } from '../../../contract/workflows/plan.ts';
import { brokenRelations, checkKeys, keyMeant, mustBeObject } from '../../keys.ts';
import { didYouMean } from '../../nearest.ts';
import type { At } from '../../problem.ts';
import type { Checking } from '../checking.ts';
import type { ReadNode } from '../plan/read.ts';
import type { DeclaredInputs } from '../triggers/triggers.ts';
import type { BlockInput } from './block-row.ts';
import { importBlockFor } from './catalogue.ts';
import { checkInputValue, isUnset } from './values.ts';

/** Words of the catalogue that are no inputs. */
const METADATA = ['key', 'type', 'required', 'valueShape', 'resolution'];

const isEntityKey = (key: string): boolean => ENTITY_INPUTS.some((name) => name === key);

export interface InputContext {
  readonly declared: DeclaredInputs;
  /** Nodes whose inputs come from an import source. */
  readonly sourced: ReadonlySet<string>;
}

export function checkInputs(checking: Checking, node: ReadNode, block: Block, context: InputContext): void {
  const at = [...node.at, 'inputs'];
  const inputs = getOwn(node.fields, 'inputs') ?? {};
  if (!mustBeObject(checking, at, inputs, 'inputs must be an object such as { key: value }')) return;
  for (const [key, value] of Object.entries(inputs)) {
    if (value !== undefined) checkInput(checking, [...at, key], key, value, block, context.declared);
  }
  const isSourced = node.id !== null && context.sourced.has(node.id);
  for (const { key, required, resolution, valueShape } of block.inputs) {
    if (!required || resolution === 'flow' || isSourced || !isUnset(getOwn(inputs, key))) continue;
    checking.open('given', [...at, key], 'required', `${block.blockId} needs ${key}: ${valueShape}`);
  }
  checkTogether(checking, at, inputs, block);
  const search = getOwn(inputs, 'search');
  if (block.group === 'import' && isObject(search) && !has(search, 'webhookInputKey') && !isSourced)
    checkSearch(checking, [...at, 'search'], search, block);
}

/** Runs repeat the search of a preview, by the block that is for its provider and what it finds. */
function checkSearch(checking: Checking, at: At, { provider, entity }: JsonObject, block: Block): void {
  const isResolved = typeof provider === 'string' && (entity === 'CONTACT' || entity === 'COMPANY');
  if (isResolved && importBlockFor(provider, entity) === block) return;
  const message = `${block.blockId} repeats the search of a preview: { provider, entity, criteria } as it resolved them, or importSources`;
  checking.open('undocumented', at, 'invalid_value', message);
}

function checkInput(checking: Checking, at: At, key: string, value: unknown, block: Block, declared: DeclaredInputs) {
  const input = block.inputs.find((one) => one.key === key);
  if (input === undefined || (input.resolution === 'flow' && isEntityKey(key))) {
    checkStray(checking, at, key, block);
    return;
  }
  if (isUnset(value)) return;
  if (isObject(value) && has(value, 'webhookInputKey')) {
    if (checkBindingShape(checking, at, value, declared)) checkBound(checking, at, value, input, block, declared);
  } else if (isMetadata(value, input.type)) {
    const message = `this is metadata of the catalogue, not a value: ${key} takes ${input.valueShape}`;
    checking.error(at, 'catalog_metadata', message);
  } else if (value === MANUAL_INPUT) {
    checkManual(checking, at, input, block);
  } else checkInputValue(checking, at, value, input.type, key);
}

function checkStray(checking: Checking, at: At, key: string, block: Block): void {
  const known = block.inputs.filter(({ resolution }) => resolution === 'configure').map((one) => one.key);
  if (METADATA.includes(key)) {
    checking.error(at, 'catalog_metadata', `"${key}" is metadata of the catalogue, not an input: leave it out`);
  } else if (isEntityKey(key) && !block.isEntry) {
    checking.error(at, 'entity_downstream', `${key} comes with the records: only the entry names them; leave it out`);
  } else {
    const meant = keyMeant(key, known, checking.found.length);
    const takes = known.length === 0 ? '; it takes no inputs' : ` (it takes ${known.join(', ')})`;
    const message = `${block.blockId} has no input "${key.slice(0, 60)}"${meant || takes}`;
    checking.undocumented(at, 'unknown_key', message, { resembles: meant !== '' });
  }
}

/** A search may well have a field called `type`; a list id that is an object with one was copied from the catalogue. */
function isMetadata(value: unknown, type: BlockInputType): boolean {
  if (!isObject(value)) return false;
  const words = type === 'object' ? ['valueShape', 'resolution'] : METADATA;
  return words.some((word) => has(value, word));
}

function checkManual(checking: Checking, at: At, input: BlockInput, block: Block): void {
  if (block.group === 'selector' && isEntityKey(input.key)) return;
  const message = `${MANUAL_INPUT} stands in the entity input of a selector only: ${input.key} takes ${input.valueShape}`;
  checking.undocumented(at, 'manual_input', message);
}

/** `{ webhookInputKey }` with a key that the trigger declares; false when it is not in order. */
export function checkBindingShape(checking: Checking, at: At, binding: JsonObject, declared: DeclaredInputs): boolean {
  checkKeys(checking, at, binding, Object.keys(fieldsOf(Binding).fields), 'a binding');
  const where = [...at, 'webhookInputKey'];
  const key = getOwn(binding, 'webhookInputKey');
  if (typeof key !== 'string' || key.trim() === '') {
    checking.error(where, 'invalid_type', `webhookInputKey must be the key of a declared input, not ${kindOf(key)}`);
    return false;
  }
  if (declared.inputs.has(key)) {
    declared.used.add(key);
    return true;
  }
  const near = didYouMean(key, declared.inputs.keys());
  const hint = declared.isWebhook ? near : ': only a WEBHOOK trigger declares inputs';
  checking.error(where, 'unknown_input', `the trigger declares no input "${key.slice(0, 60)}"${hint}`);
  return false;
}

/** Which declared types fill which inputs. */
const FILLS: Readonly<Record<WebhookInputType, readonly BlockInputType[]>> = {
  leadIds: [],
  companyIds: [],
  companyPayload: ['companyPayload'],
  string: ['string'],
  number: ['integer', 'number', 'campaignId', 'identityId', 'leadsGroupId', 'companyGroupId'],
  boolean: ['boolean'],
  stringArray: ['stringArray'],
  numberArray: [],
};

function checkBound(
  checking: Checking,
  at: At,
  binding: JsonObject,
  input: BlockInput,
  block: Block,
  declared: DeclaredInputs,
) {
  const key = String(getOwn(binding, 'webhookInputKey'));
  const type = declared.inputs.get(key);
  if (type === undefined || type === null) return;
  if (block.group === 'selector' && isEntityKey(input.key)) {
    checking.error(at, 'binding', `the webhook's records come as "${MANUAL_INPUT}": set ${input.key} to it`);
  } else if (!FILLS[type].includes(input.type)) {
    checking.undocumented(
      at,
      'binding',
      `the input "${key}" is of type ${type}; ${input.key} takes ${input.valueShape}`,
    );
  }
}

/** Of a search for contacts at companies: what excludes each other, and that there is something to search by. */
function checkTogether(checking: Checking, at: At, inputs: JsonObject, { blockId }: Block): void {
  if (blockId !== 'SEARCH_LEADS_FROM_NETWORK_COMPANY') return;
  const filled = (key: string) => !isUnset(getOwn(inputs, key));
  const reported = new Set<string>();
  for (const { key, code, message } of brokenRelations(SEARCH_RELATIONS, blockId, filled)) {
    if (reported.has(key)) continue;
    reported.add(key);
    if (code === 'required') checking.open('given', [...at, key], code, message);
    else checking.error([...at, key], code, message);
  }
}
