// How blocks of the catalogue are written down.

import type { BlockGroup, BlockInputType, Resolution, WorkflowEntity } from '../../../contract/workflows/enums.ts';
import type { Block } from '../../../contract/workflows/plan.ts';

export type BlockInput = Block['inputs'][number];

/** How a value of each type is written. */
const SHAPES: Readonly<Record<BlockInputType, string>> = {
  leadId: 'a contact id, or "__MANUAL_INPUT"',
  leadIds: 'a list of contact ids, or "__MANUAL_INPUT"',
  companyId: 'a company id, or "__MANUAL_INPUT"',
  companyIds: 'a list of company ids, or "__MANUAL_INPUT"',
  leadsGroupId: 'the id of a contact list',
  companyGroupId: 'the id of a company list',
  campaignId: 'the id of a campaign',
  identityId: 'the id of an identity',
  companyPayload: '{ webhookInputKey: <key of an input of type companyPayload> }',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  stringArray: 'a list of texts',
  span: '{ value: <whole number>, unit: minutes | hours | days }',
  object: 'an object',
};

/** The stream of records comes by itself, except into the entry. */
export const flow = (key: string, type: BlockInputType, description: string): BlockInput =>
  input('flow', key, type, true, description);
export const needs = (key: string, type: BlockInputType, description: string): BlockInput =>
  input('configure', key, type, true, description);
export const takes = (key: string, type: BlockInputType, description: string): BlockInput =>
  input('configure', key, type, false, description);

function input(resolution: Resolution, key: string, type: BlockInputType, required: boolean, description: string) {
  return { key, type, required, valueShape: SHAPES[type], resolution, description };
}

/** Why blocks stand here that the interface does not name. */
const UNDOCUMENTED = {
  companies: 'companies need what contacts have',
  end: 'a branch that should just stop has to point somewhere (every slot is wired at publish)',
  wait: 'delays are part of what a run does; the interface names no block for them',
  action: 'the action of the same name, as a step',
  import: 'previews resolve to a block; the interface does not show its name',
} as const;

const ONE_WAY = ['next'];

export interface BlockRow {
  readonly blockId: string;
  readonly label: string;
  readonly description: string;
  readonly entities: readonly WorkflowEntity[];
  readonly group: BlockGroup;
  readonly credits?: number;
  readonly slots?: readonly string[];
  readonly inputs: readonly BlockInput[];
  readonly undocumented?: keyof typeof UNDOCUMENTED;
}

export const LEAD = ['LEAD'] as const;
export const COMPANY = ['COMPANY'] as const;
export const EITHER = ['LEAD', 'COMPANY'] as const;

/** The blocks of a group, for the same entities. */
export const blocksOf =
  (group: BlockGroup, entities: readonly WorkflowEntity[], undocumented?: keyof typeof UNDOCUMENTED) =>
  (
    blockId: string,
    label: string,
    description: string,
    inputs: readonly BlockInput[],
    rest: Pick<BlockRow, 'credits' | 'slots'> = {},
  ): BlockRow => ({
    blockId,
    label,
    description,
    entities,
    group,
    inputs,
    ...(undocumented && { undocumented }),
    ...rest,
  });

export function blockOfRow({ undocumented, credits = 0, slots = ONE_WAY, ...row }: BlockRow): Block {
  return {
    ...row,
    entities: [...row.entities],
    inputs: [...row.inputs],
    creditsPerRecord: credits,
    slots: [...slots],
    isEntry: row.group === 'selector' || row.group === 'import',
    ...(undocumented !== undefined && { undocumented: UNDOCUMENTED[undocumented] }),
  };
}
