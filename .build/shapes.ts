// Shapes from zod declarations: what the generated tables of src/contract hold.

import * as z from 'zod';
import { OPTIONS } from '../src/contract/actions/endpoints.ts';
import { AI_INPUTS, FileNames } from '../src/contract/ai/inputs.ts';
import { campaignReadOnly, campaignSettings } from '../src/contract/campaigns/endpoints.ts';
import { STEP_TYPES } from '../src/contract/campaigns/enums.ts';
import { CONDITIONS, DURATION_FIELDS, STEP_FIELDS, stepReadOnly } from '../src/contract/campaigns/steps.ts';
import { shapeNotes } from '../src/contract/common.ts';
import { ITEMS } from '../src/contract/playbook/items.ts';
import type { ObjectShape, Shape } from '../src/contract/shape.ts';
import * as workflow from '../src/contract/workflows/plan.ts';

type Json = z.core.JSONSchema.BaseSchema;

/** Throws for what the tables cannot say, so that nothing is left out in silence. */
export function shapeOf(schema: z.ZodType): Shape {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      const { kind, example, givenMax } = shapeNotes.get(zodSchema) ?? {};
      if (kind !== undefined) jsonSchema['x-kind'] = kind;
      if (example !== undefined) jsonSchema['x-example'] = example;
      if (givenMax !== undefined) jsonSchema['x-given-max'] = givenMax;
    },
  });
  // A root with an id is a reference to its own definition.
  const root = json.$ref === undefined ? json : json.$defs?.[json.$ref.replace('#/$defs/', '')];
  return shape(root ?? json, '');
}

function shape(json: Json, path: string): Shape {
  const made = plainShape(json, path);
  const { 'x-example': example, 'x-undocumented': why } = json;
  return {
    ...made,
    ...(typeof example === 'string' && { example }),
    ...(typeof why === 'string' && { undocumented: true }),
  };
}

function plainShape(json: Json, path: string): Shape {
  const { anyOf, oneOf } = json;
  if (json['x-kind'] === 'reference') return { kind: 'reference' };
  const options = anyOf ?? oneOf;
  if (options !== undefined) return unionOf(options, path);
  if (json['x-kind'] === 'id') return { kind: 'id' };
  if (json.const !== undefined) return { kind: 'enum', values: [String(json.const)] };
  if (json.enum !== undefined) return { kind: 'enum', values: json.enum.map(String) };
  // A scalar of several types, without bounds.
  if (Array.isArray(json.type)) return { kind: 'any' };
  switch (json.type) {
    case 'boolean':
      return { kind: 'boolean' };
    case 'string':
      return textOf(json, path);
    case 'number':
    case 'integer':
      return numberOf(json);
    case 'array':
      return {
        kind: 'list',
        of: shape(json.items as Json, `${path}[]`),
        ...(json.minItems !== undefined && { min: json.minItems }),
        ...(json.maxItems !== undefined && { max: json.maxItems }),
      };
    case 'object':
      return objectOf(json, path);
    case undefined:
      return { kind: 'any' };
    default:
      throw new Error(`${path}: no shape for ${JSON.stringify(json)}`);
  }
}

function unionOf(options: readonly Json[], path: string): Shape {
  const others = options.filter(({ type }) => type !== 'null');
  const [only] = others;
  const union: Shape =
    others.length === 1 && only !== undefined
      ? shape(only, path)
      : { kind: 'union', of: others.map((one) => shape(one, path)) };
  return others.length < options.length ? { ...union, nullable: true } : union;
}

function textOf({ maxLength, pattern, minLength, format, 'x-given-max': isGivenMax }: Json, path: string): Shape {
  // What a format means is for a rule to say.
  if (maxLength === undefined && format !== undefined) return { kind: 'any' };
  if (maxLength === undefined) throw new Error(`${path}: a text without a bound`);
  const filled = pattern === '\\S' || (minLength ?? 0) > 0;
  return {
    kind: 'text',
    max: maxLength,
    ...(!filled && { blank: true }),
    ...(isGivenMax === true && { givenMax: true }),
  };
}

function numberOf({ type, minimum, maximum, exclusiveMinimum }: Json): Shape {
  const whole = type === 'integer';
  const above = exclusiveMinimum !== undefined && !whole;
  const min = whole && exclusiveMinimum !== undefined ? Number(exclusiveMinimum) + 1 : (minimum ?? exclusiveMinimum);
  return {
    kind: 'number',
    ...(min !== undefined && min !== Number.MIN_SAFE_INTEGER && { min: Number(min) }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { max: maximum }),
    ...(whole && { whole }),
    ...(above && { above }),
  };
}

function objectOf(json: Json, path: string): Shape {
  const of = json.additionalProperties;
  if (json.properties === undefined && typeof of === 'object') return { kind: 'map', of: shape(of, `${path}.*`) };
  const fields = Object.entries((json.properties ?? {}) as Record<string, Json>);
  const own = fields.filter(([, field]) => field['x-kind'] !== 'ignored');
  return {
    kind: 'object',
    fields: Object.fromEntries(own.map(([key, field]) => [key, shape(field, `${path}.${key}`)])),
    required: json.required ?? [],
    ignored: fields.filter((one) => !own.includes(one)).map(([key]) => key),
  };
}

function objectShape(schema: z.ZodType): ObjectShape {
  const made = shapeOf(schema);
  if (made.kind !== 'object') throw new Error('not an object');
  return made;
}

/** Fields that hold objects are for rules to read, one by one. */
function shallow(schema: z.ZodType): ObjectShape {
  const made = objectShape(schema);
  const fields = Object.entries(made.fields).map(([key, one]) => [key, hasObject(one) ? { kind: 'any' } : one]);
  return { ...made, fields: Object.fromEntries(fields) };
}

function hasObject(shape: Shape): boolean {
  if (shape.kind === 'object' || shape.kind === 'map') return true;
  if (shape.kind === 'list') return hasObject(shape.of);
  return shape.kind === 'union' && shape.of.some(hasObject);
}

const objects = (schemas: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, objectShape(schema)]));

export interface Table {
  readonly path: string;
  /** The declarations it is made from, as its first line names them. */
  readonly from: string;
  readonly imports: readonly string[];
  readonly exports: readonly { readonly name: string; readonly type: string; readonly value: unknown }[];
}

const SHAPE = `import type { ObjectShape } from '../shape.ts';`;

/** The names of a table's rows, as a type. */
const namesOf = (rows: object): string =>
  Object.keys(rows)
    .map((name) => `'${name}'`)
    .join(' | ');

/** Each generated file. */
export const tables: readonly Table[] = [
  {
    path: 'src/contract/actions/shapes.ts',
    from: 'endpoints.ts',
    imports: [SHAPE, `import type { ActionType } from './enums.ts';`],
    exports: [{ name: 'optionShapes', type: 'Readonly<Record<ActionType, ObjectShape>>', value: objects(OPTIONS) }],
  },
  {
    path: 'src/contract/ai/shapes.ts',
    from: 'inputs.ts',
    imports: [SHAPE, `import type { AiKind } from './enums.ts';`],
    exports: [
      { name: 'aiShapes', type: 'Readonly<Record<AiKind, ObjectShape>>', value: objects(AI_INPUTS) },
      { name: 'fileNameShapes', type: 'ObjectShape', value: objectShape(FileNames) },
    ],
  },
  {
    path: 'src/contract/campaigns/shapes.ts',
    from: 'steps.ts and endpoints.ts',
    imports: [SHAPE, `import type { StepType } from './enums.ts';`],
    exports: [
      {
        name: 'campaignShape',
        type: 'ObjectShape',
        value: objectShape(z.strictObject({ ...campaignSettings, ...campaignReadOnly })),
      },
      {
        name: 'stepShapes',
        type: 'Readonly<Record<StepType, ObjectShape>>',
        value: objects(
          Object.fromEntries(
            STEP_TYPES.map((type) => [type, z.strictObject({ ...STEP_FIELDS[type], ...stepReadOnly })]),
          ),
        ),
      },
      {
        name: 'conditionShapes',
        type: `Readonly<Record<${namesOf(CONDITIONS)}, ObjectShape>>`,
        value: objects(CONDITIONS),
      },
      {
        name: 'durationShapes',
        type: `Readonly<Record<${namesOf(DURATION_FIELDS)}, ObjectShape>>`,
        value: objects(DURATION_FIELDS),
      },
    ],
  },
  {
    path: 'src/contract/playbook/shapes.ts',
    from: 'items.ts',
    imports: [SHAPE],
    exports: [{ name: 'itemShapes', type: `Readonly<Record<${namesOf(ITEMS)}, ObjectShape>>`, value: objects(ITEMS) }],
  },
  {
    path: 'src/contract/workflows/shapes.ts',
    from: 'plan.ts',
    imports: [SHAPE, `import type { NodeKind, TriggerType } from './enums.ts';`],
    exports: [
      ...Object.entries({
        workflowShape: workflow.WorkflowInput,
        planShape: workflow.Plan,
        splitShape: workflow.RandomSplit,
        predicateShape: workflow.Predicate,
        bindingShape: workflow.Binding,
        recurrenceShape: workflow.Recurrence,
        declaredInputShape: workflow.WebhookInput,
        signalShape: workflow.Signal,
        importSourceShape: workflow.ImportSource,
        previewSourceShape: workflow.PreviewSource,
      }).map(([name, schema]) => ({ name, type: 'ObjectShape', value: shallow(schema) })),
      {
        name: 'nodeShapes',
        type: 'Readonly<Record<NodeKind, ObjectShape>>',
        value: {
          BLOCK: shallow(workflow.BlockNode),
          CONDITIONAL: shallow(workflow.ConditionalNode),
          KING: shallow(workflow.KingNode),
        },
      },
      {
        name: 'triggerShapes',
        type: 'Readonly<Record<TriggerType, ObjectShape>>',
        value: {
          MANUAL: shallow(workflow.Manual),
          SCHEDULE: shallow(workflow.Schedule),
          WEBHOOK: shallow(workflow.Webhook),
          API: shallow(workflow.ApiCall),
          INTENT: shallow(workflow.Intent),
        },
      },
    ],
  },
];
