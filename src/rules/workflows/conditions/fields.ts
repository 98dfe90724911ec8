// The fields conditions can ask for: those of the records, and what only the service knows of them.

import { WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import { dictionary, getOwn } from '../../../contract/json.ts';
import {
  type ConditionDataType,
  type ConditionFieldGroup,
  type ConditionOperator,
  TRIGGER_TYPES,
  type WorkflowEntity,
} from '../../../contract/workflows/enums.ts';
import type { ConditionField } from '../../../contract/workflows/plan.ts';
import {
  type CustomField,
  FUNDING_ROUNDS,
  knownFields,
  type RecordField,
  SCORING_FIELDS,
} from '../../records/fields.ts';
import { SCORE_BANDS } from '../../records/icp-rating.ts';

const EMPTINESS = ['IS_EMPTY', 'IS_NOT_EMPTY'] as const;
const EQUALITY = ['EQUALS', 'NOT_EQUALS'] as const;
const ORDER = ['GREATER_THAN', 'LESS_THAN', 'GREATER_THAN_OR_EQUALS', 'LESS_THAN_OR_EQUALS', 'BETWEEN'] as const;
const ONE_OF = ['IS_ANY_OF', 'IS_NONE_OF'] as const;
const TEXT = [
  ...EQUALITY,
  'CONTAINS',
  'NOT_CONTAINS',
  'STARTS_WITH',
  'ENDS_WITH',
  ...ONE_OF,
  ...EMPTINESS,
] as const satisfies readonly ConditionOperator[];

/** Which operators make sense for each kind of value (undocumented: `operatorIds` is shown without its values). */
export const OPERATORS_OF: Readonly<Record<ConditionDataType, readonly ConditionOperator[]>> = {
  text: TEXT,
  url: TEXT,
  email: TEXT,
  select: [...EQUALITY, ...ONE_OF, ...EMPTINESS],
  number: [...EQUALITY, ...ORDER, ...ONE_OF, ...EMPTINESS],
  date: [...EQUALITY, ...ORDER, 'WITHIN_LAST_DAYS', 'NOT_WITHIN_LAST_DAYS', ...EMPTINESS],
  boolean: [...EQUALITY, ...EMPTINESS],
  ids: ['CONTAINS', 'NOT_CONTAINS', ...ONE_OF, ...EMPTINESS],
};

const LEAD = ['LEAD'] as const;
const EITHER = ['LEAD', 'COMPANY'] as const;

const options = (values: readonly string[]) =>
  values.map((value) => ({
    value,
    label: /^[A-Z_]+$/.test(value) ? value.charAt(0) + value.slice(1).toLowerCase().replace(/_/g, ' ') : value,
  }));

const YES_NO = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

function conditionField(
  id: string,
  label: string,
  group: ConditionFieldGroup,
  entities: readonly WorkflowEntity[],
  dataType: ConditionDataType,
  valueOptions?: NonNullable<ConditionField['valueOptions']>,
): ConditionField {
  const fixed = valueOptions ?? (dataType === 'boolean' ? YES_NO : undefined);
  return {
    id,
    label,
    group,
    entities: [...entities],
    dataType,
    operatorIds: [...OPERATORS_OF[dataType]],
    ...(fixed !== undefined && { valueOptions: fixed }),
  };
}

/** What no record field holds. `platform.listIds` is shown; the other ids are undocumented. */
const BUILT_IN_FIELDS: readonly ConditionField[] = [
  conditionField('engagement.hasBeenContacted', 'Has been contacted', 'ENGAGEMENT', LEAD, 'boolean'),
  conditionField('engagement.hasReplied', 'Has replied', 'ENGAGEMENT', LEAD, 'boolean'),
  conditionField('engagement.lastContactedAt', 'Last contacted', 'ENGAGEMENT', LEAD, 'date'),
  conditionField('engagement.lastRepliedAt', 'Last reply', 'ENGAGEMENT', LEAD, 'date'),
  conditionField('network.hasProfile', 'Has a network profile', 'NETWORK', EITHER, 'boolean'),
  conditionField('network.isConnected', 'Is a network connection', 'NETWORK', LEAD, 'boolean'),
  conditionField('crm.isLinked', 'Is linked with the CRM', 'CRM', EITHER, 'boolean'),
  conditionField('platform.listIds', 'Lists', 'PLATFORM', EITHER, 'ids'),
  conditionField('platform.campaignIds', 'Campaigns', 'PLATFORM', LEAD, 'ids'),
  conditionField('activity.lastActivityAt', 'Last activity', 'ACTIVITY', EITHER, 'date'),
  conditionField('activity.lastWebsiteVisitAt', 'Last website visit', 'ACTIVITY', EITHER, 'date'),
  conditionField('run.triggerType', 'Trigger of the run', 'RUN_CONTEXT', EITHER, 'select', options(TRIGGER_TYPES)),
  conditionField('run.sequenceNumber', 'Number of the run', 'RUN_CONTEXT', EITHER, 'number'),
];

/** Words a standard select field may hold (undocumented). */
const SELECT_OPTIONS = dictionary<readonly string[]>({
  emailVerificationStatus: ['VALID', 'INVALID', 'CATCH_ALL', 'UNKNOWN'],
  phoneVerificationStatus: ['VALID', 'INVALID', 'UNKNOWN'],
  fundingLastRoundType: FUNDING_ROUNDS,
  scoreBand: SCORE_BANDS.map(([band]) => band),
});

function ofRecord(field: RecordField, entities: readonly WorkflowEntity[]): ConditionField {
  const group = field.fieldType === 'CRM_FIELD' ? 'CRM' : 'ENTITY';
  const words = field.isCustom ? field.options : getOwn(SELECT_OPTIONS, field.id);
  return conditionField(
    field.id,
    field.label,
    group,
    entities,
    field.dataType,
    words === undefined ? undefined : options(words),
  );
}

/** The fields that every workspace has. */
export function standardConditionFields(): ReadonlyMap<string, ConditionField> {
  const fields = new Map(conditionFields([]));
  for (const { id } of [...SCORING_FIELDS.CONTACT, ...SCORING_FIELDS.COMPANY]) fields.delete(id);
  return fields;
}

/**
 * Every field of a workspace of the local service, by id: contact and company fields under their ids, then the built-in ones. A field that
 * both entities have under one id (`createdAt`) stands once, for both.
 */
export function conditionFields(customs: readonly CustomField[]): ReadonlyMap<string, ConditionField> {
  const fields = new Map<string, ConditionField>();
  for (const entity of ['CONTACT', 'COMPANY'] as const) {
    for (const field of knownFields(entity, customs).values()) {
      const before = fields.get(field.id);
      const entities = [...(before?.entities ?? []), WORKFLOW_ENTITY[entity]];
      fields.set(field.id, before === undefined ? ofRecord(field, entities) : { ...before, entities });
    }
  }
  for (const field of BUILT_IN_FIELDS) fields.set(field.id, field);
  return fields;
}

/** Fields that give records an order for a KING: formula fields; numbers and dates (undocumented). */
export function canOrder({ dataType }: Pick<ConditionField, 'dataType'>): boolean {
  return dataType === 'number' || dataType === 'date';
}
