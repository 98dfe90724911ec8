// What the JSON of every command looks like, as JSON Schema 2020-12: from the rows of the interface, and for what is our own from
// the views that print it. Open as answers are: there may be more than it names.

import { answerSchemaOf } from '../../contract/definitions.ts';
import { isObject, type JsonObject, objectIn } from '../../contract/json.ts';
import type { About, DeclaredCommand, JsonShape } from '../session/about.ts';
import { effectView } from '../shared/effects/print-effects.ts';
import { linkView } from '../shared/web/open-page.ts';
import { requestView } from '../shared/write.ts';
import type { Column, View } from '../terminal/formats/cells.ts';
import type { UsedRoute } from '../terminal/formats/known-fields.ts';
import { problemView } from '../terminal/problems/problem.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Numbers that are ids may be text in other services. */
const OF_KIND: Readonly<Record<NonNullable<Column['kind']>, JsonObject>> = {
  number: { type: ['number', 'string', 'null'] },
  time: { type: ['string', 'null'] },
  link: { type: ['string', 'null'] },
  word: { type: ['string', 'number', 'null'] },
  address: { type: ['string', 'null'] },
  prose: { type: ['string', 'null'] },
  excerpt: {},
  text: {},
};

function propertiesOf({ columns, alsoHas = [] }: View): JsonObject {
  const own = columns.map(({ key, kind = 'text' }) => {
    const [name = key, inner] = key.split('.');
    return [name, inner === undefined ? OF_KIND[kind] : { type: ['object', 'array', 'null'] }] as const;
  });
  return Object.fromEntries([...alsoHas.map((name) => [name, {}] as const), ...own]);
}

const recordOf = (view: View): JsonObject => ({ type: 'object', title: view.noun, properties: propertiesOf(view) });

/** What a listing lists, by its answer: the one array of records in it. */
function elementOf({ properties }: JsonObject): JsonObject | null {
  const arrays = Object.values(objectIn(properties)).flatMap((one) =>
    isObject(one) && one['type'] === 'array' && isObject(one['items']) ? [one['items']] : [],
  );
  const [only, ...others] = arrays;
  return only === undefined || others.length > 0 ? null : only;
}

/** With what the command adds to the records of an answer. */
function withOwn(record: JsonObject, view: View | undefined): JsonObject {
  const { properties } = record;
  if (view === undefined || !isObject(properties)) return record;
  return { ...record, properties: { ...propertiesOf(view), ...properties } };
}

/** A part of the schema of a command; `$defs` of an answer go to the root of the document. */
function shapeSchema(shape: JsonShape, { view, output }: About, defs: Record<string, unknown>): JsonObject {
  if (shape === 'nothing' || shape === 'text') return { not: {}, description: `no JSON: ${output}` };
  if (shape === 'list' || shape === 'record') {
    const record = view === undefined ? { type: 'object' } : recordOf(view);
    return shape === 'record' ? record : { type: 'array', items: record };
  }
  if (shape === 'problems') return { type: 'array', items: recordOf(problemView) };
  const source = 'list' in shape ? shape.list : 'each' in shape ? shape.each : shape.record;
  const isList = !('record' in shape);
  if ('columns' in source) return isList ? { type: 'array', items: recordOf(source) } : recordOf(source);
  const { $defs, ...answer } = answerSchemaOf(source) ?? {};
  Object.assign(defs, $defs);
  if (!isList) return withOwn(answer, view);
  return { type: 'array', items: withOwn('list' in shape ? (elementOf(answer) ?? answer) : answer, view) };
}

/** A page of records is printed as their list; any other answer as it is. */
function shapeOf(route: UsedRoute): JsonShape {
  const { properties } = answerSchemaOf(route) ?? {};
  const names = isObject(properties) ? Object.keys(properties) : [];
  const isPage = names.length === 1 || names.includes('hasNextPage') || names.includes('nextCursor');
  return isPage && route.effect === 'read' && elementOf({ properties }) !== null ? { list: route } : { record: route };
}

const DRY_RUN: readonly JsonShape[] = [{ list: effectView }, { list: requestView }, { record: requestView }];

function commandSchema({ path, about, hasWeb }: DeclaredCommand, defs: Record<string, unknown>): JsonObject {
  const { uses = [], json, effect } = about;
  const [main] = uses;
  const own = json === undefined ? [main === undefined ? 'list' : shapeOf(main)] : [json].flat();
  const shapes = hasWeb ? [...own, { record: linkView }] : own;
  const isDry = effect === 'writes' || effect === 'destroys';
  const parts = shapes.map((shape) => shapeSchema(shape, about, defs));
  const schema = [...parts, ...(isDry ? [{ $ref: '#/$defs/dry-run' }] : [])];
  const head = { title: `reach ${path}`, description: about.output };
  return schema.length === 1 ? { ...schema[0], ...head } : { ...head, anyOf: schema };
}

/** What stderr has as one object where a command fails. */
const ERROR: JsonObject = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'retryable'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        hint: { type: 'string' },
        retryable: { type: 'boolean' },
        retryAfterMs: { type: 'number' },
        next: { type: 'string', description: 'the command line that leads on' },
        status: { type: 'integer' },
        requestId: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
};

/** Path → schema of its JSON, and what they refer to, in one document: `#/$defs/contacts list`. */
export function outputDocument(commands: Iterable<DeclaredCommand>): JsonObject {
  const defs: Record<string, unknown> = {};
  const dryRun = {
    title: 'dry run',
    anyOf: DRY_RUN.map((shape) => shapeSchema(shape, { summary: '', output: '', examples: [] }, defs)),
  };
  const schemas = [...commands].map((command) => [command.path, commandSchema(command, defs)] as const);
  return {
    $schema: DIALECT,
    title: 'JSON output of reach',
    description: 'Of -o json; with -o ndjson each line is one element of a list. An error is one object on stderr.',
    $defs: { error: ERROR, 'dry-run': dryRun, ...defs, ...Object.fromEntries(schemas) },
  };
}

export function outputSchema(command: DeclaredCommand): JsonObject {
  const { $schema, $defs } = outputDocument([command]);
  const { [command.path]: schema, error: _, ...others } = isObject($defs) ? $defs : {};
  return { $schema, ...(isObject(schema) && schema), $defs: others };
}
