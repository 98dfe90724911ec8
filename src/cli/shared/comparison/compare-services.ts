// What another service does otherwise than the local one, operation by operation: by its definition, and by what both answered.

import { compareDefinitions, type Difference } from '../../../client/compatibility/definitions/compare.ts';
import { DefinitionReader, type Operation } from '../../../client/compatibility/definitions/read.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Route } from '../../../contract/routes/route.ts';
import {
  type Aspect,
  answerDifferences,
  type CustomNames,
  listed,
  type ServiceDifference,
} from './answer-differences.ts';
import {
  answerKey,
  FORMS,
  type Form,
  isReadRoute,
  type NamedOperation,
  OPERATIONS,
  type ReadAnswer,
  type ReadAnswers,
  recordsIn,
} from './questions.ts';

export interface ComparedOperation extends Readonly<Record<Aspect, 'same' | 'differs' | 'not asked'>> {
  readonly operation: string;
  readonly request: string;
  readonly result: 'same' | 'differs' | 'not asked';
  readonly differences: readonly ServiceDifference[];
  /** Why it was not asked; null where it was. */
  readonly why: string | null;
}

/** What is known of a service. `definition`: null where it has none. */
export interface KnownService extends ReadAnswers {
  readonly definition: unknown;
}

export interface OwnDefinition {
  readonly document: JsonObject;
  readonly operations: readonly Operation[];
}

const requestOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** Names of one part that are missing are listed together. */
function definedDifferences(differences: readonly Difference[]): (readonly [string, ServiceDifference])[] {
  const isListed = ({ kind, part }: Difference) => kind === 'missing' && part !== 'path';
  const groups = groupBy(
    differences.filter(isListed),
    ({ request, part, ours }) => `${request} ${part} ${ours.includes('.')}`,
  );
  const missing = [...groups.values()].flatMap((some) =>
    some.slice(0, 1).map((one) => ({ ...one, ours: listed(some.map(({ ours }) => ours)) })),
  );
  const others = differences.filter((one) => !isListed(one));
  return [...others, ...missing].map((one) => [one.request, definedDifference(one)]);
}

function definedDifference({ part, ours, theirs, kind }: Difference): ServiceDifference {
  const aspect = part === 'path' ? 'path' : kind === 'type' ? 'types' : part === 'answer' ? 'shape' : 'parameters';
  if (kind === 'required') return { aspect, text: `needs ${theirs}` };
  if (kind === 'type') return { aspect, text: `${theirs?.replace(':', ' is')}` };
  if (part === 'path') return { aspect, text: 'does not exist', isTaken: true };
  return { aspect, text: `has no ${ours}`, ...(part !== 'answer' && !ours.includes('.') && { isTaken: true }) };
}

/** By request; null where the service has no definition. */
function byDefinition(definition: unknown, { operations }: OwnDefinition) {
  if (definition === null) return null;
  const { differences, maxima, words } = compareDefinitions(operations, definition);
  const all = [
    ...definedDifferences(differences),
    ...maxima.map(({ request, name, ours, theirs }) => {
      const text = `${name} at most ${theirs}${ours === null ? '' : `, ${ours} here`}`;
      return [request, { aspect: 'defaults', text, isTaken: true } as const] as const;
    }),
    ...words.flatMap(({ request, name, more, fewer }) => [
      ...(more.length > 0
        ? [[request, { aspect: 'enumerations', text: `${name} also ${listed(more)}` }] as const]
        : []),
      ...(fewer.length > 0
        ? [[request, { aspect: 'enumerations', text: `${name} has no ${listed(fewer)}`, isTaken: true }] as const]
        : []),
    ]),
  ];
  return groupBy(all, ([request]) => request);
}

function customNames({ answers }: ReadAnswers, group: string): CustomNames | null {
  const fields = [`${group}.fields`, 'companies.fields'].map((name) => answers.get(`${name}: plain`));
  if (fields.some((one) => one?.status !== 200)) return null;
  const records = fields.flatMap((one) => recordsIn(one?.body, 'fields')).filter(isObject);
  return new Set(records.flatMap((field) => [String(getOwn(field, 'id')), String(getOwn(field, 'label'))]));
}

const LIMIT = 'x-ratelimit-limit';
const RATE_HEADERS = [LIMIT, 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** `ours`: an answer of the local service, which has no limits inside a command, and says so in each. */
function rateDifferences(
  { perMinute }: Route,
  { rate }: ReadAnswer,
  ours: ReadAnswer | undefined,
): ServiceDifference[] {
  const different = (text: string, isTaken?: true): ServiceDifference => ({
    ...{ aspect: 'rateHeaders', text },
    ...(isTaken && { isTaken }),
  });
  const limit = getOwn(rate, LIMIT);
  if (limit !== undefined && limit === getOwn(ours?.rate ?? {}, LIMIT)) return [];
  const missing = RATE_HEADERS.filter((name) => getOwn(rate, name) === undefined);
  const also = Object.keys(rate).filter((name) => !RATE_HEADERS.includes(name));
  return [
    ...(missing.length > 0 ? [different(`has no ${listed(missing)}`)] : []),
    ...(also.length > 0 ? [different(`also has ${listed(also)}`)] : []),
    ...(limit !== undefined && limit !== String(perMinute)
      ? [different(`${listed([limit])} a minute, ${perMinute} here`, /^[1-9]\d{0,5}$/.test(limit) || undefined)]
      : []),
  ];
}

/** How a service pages, as far as its answers show it. */
function pageFindings(name: string, { answers }: ReadAnswers): string[] {
  const of = (form: Form) => answers.get(answerKey({ name }, form));
  const [first, second, plain] = [of('page 1'), of('page 2'), of('plain')];
  const found: string[] = [];
  const [one, two, all] = [first, second, plain].map((answer) => recordsIn(answer?.body));
  if (first?.status === 200 && (one?.length ?? 0) > 1) found.push('pageSize is ignored');
  const isSame = JSON.stringify(one) === JSON.stringify(two);
  if (second?.status === 200 && (one?.length ?? 0) > 0 && isSame) found.push('page is ignored');
  const data = isObject(plain?.body) ? getOwn(plain.body, 'data') : undefined;
  const meta = isObject(plain?.body) ? getOwn(plain.body, 'meta') : undefined;
  const size = [data, meta].flatMap((place) => (isObject(place) ? [getOwn(place, 'pageSize')] : []))[0];
  const count = typeof size === 'number' ? size : Math.max(LIMITS.pageSizeDefault, all?.length ?? 0);
  if (first !== undefined && count !== LIMITS.pageSizeDefault && found.length === 0)
    found.push(`a page has ${count} records, ${LIMITS.pageSizeDefault} here`);
  return found;
}

const READABLE_STATUS = (status: number) => status !== 0 && status < 500 && ![401, 403, 408, 429].includes(status);

function whyNot({ status }: ReadAnswer): string {
  if (status === 0) return 'the service did not answer';
  if (status === 401 || status === 403) return `your key may not read it (${status})`;
  return `the service answered ${status}`;
}

function statusDifferences(name: string, theirs: ReadAnswers, ours: ReadAnswers): ServiceDifference[] {
  return FORMS.flatMap((form): ServiceDifference[] => {
    const key = answerKey({ name }, form);
    const status = theirs.answers.get(key)?.status;
    // Of what the workspace has no record of, the local service answers as it always does.
    const here = ours.answers.get(key)?.status ?? (form === 'unknown id' ? 404 : 200);
    if (status === undefined || here === status || !READABLE_STATUS(status)) return [];
    return [{ aspect: 'statuses', text: `${form}: ${status}, ${here} here` }];
  });
}

/** The differences that the answers show; a text says why there is nothing to compare. */
function byAnswers(
  { name, route }: NamedOperation,
  theirs: ReadAnswers,
  ours: ReadAnswers,
  reader: DefinitionReader,
): readonly ServiceDifference[] | string {
  const key = answerKey({ name }, 'plain');
  const answer = theirs.answers.get(key);
  if (!isReadRoute(route)) return 'neither a GET nor a documented search: it is never sent';
  if (answer === undefined) return theirs.notAsked.get(name) ?? 'not recorded';
  if (!READABLE_STATUS(answer.status)) return whyNot(answer);
  const here = ours.answers.get(key);
  if (answer.status === 404 && !route.path.includes('{'))
    return [{ aspect: 'path', text: 'does not exist', isTaken: true }];
  const group = name.split('.')[0] ?? '';
  const isRecord = /^(contacts|companies)\.(list|get|search)$/.test(name);
  const shapesOf = (one: ReadAnswer | undefined, all: ReadAnswers) =>
    one?.status === 200 ? answerDifferences(reader, route, one.body, isRecord ? customNames(all, group) : null) : [];
  const shapes = shapesOf(answer, theirs);
  // Most answers have nothing to lay beside ours.
  const known = new Set((shapes.length === 0 ? [] : shapesOf(here, ours)).map(({ text }) => text));
  const pages = new Set(pageFindings(name, ours));
  return [
    ...shapes.filter(({ text }) => !known.has(text)),
    ...statusDifferences(name, theirs, ours),
    ...pageFindings(name, theirs)
      .filter((text) => !pages.has(text))
      .map((text): ServiceDifference => ({ aspect: 'defaults', text })),
    ...(answer.status === 200 ? rateDifferences(route, answer, here ?? ours.answers.values().next().value) : []),
  ];
}

export function compareServices(theirs: KnownService, ours: ReadAnswers, own: OwnDefinition): ComparedOperation[] {
  const defined = byDefinition(theirs.definition, own);
  const reader = new DefinitionReader(own.document);
  return OPERATIONS.map((question) => {
    const { name, route } = question;
    const request = requestOf(route);
    const definedHere = (defined?.get(request) ?? []).map(([, difference]) => difference);
    const answered = byAnswers(question, theirs, ours, reader);
    const all = [...definedHere, ...(typeof answered === 'string' ? [] : answered)];
    const differences = all.filter(
      (one, at) => all.findIndex(({ aspect, text }) => aspect === one.aspect && text === one.text) === at,
    );
    const why = typeof answered === 'string' ? answered : null;
    const isCompared = (aspect: Aspect) =>
      why === null || (defined !== null && (aspect === 'path' || aspect === 'parameters'));
    const aspectOf = (aspect: Aspect) => {
      if (differences.some((one) => one.aspect === aspect)) return 'differs';
      return isCompared(aspect) ? 'same' : 'not asked';
    };
    const result = differences.length > 0 ? 'differs' : why === null ? 'same' : 'not asked';
    return {
      ...{ operation: name, request, result, path: aspectOf('path'), parameters: aspectOf('parameters') },
      ...{ shape: aspectOf('shape'), types: aspectOf('types'), enumerations: aspectOf('enumerations') },
      ...{ statuses: aspectOf('statuses'), rateHeaders: aspectOf('rateHeaders'), defaults: aspectOf('defaults') },
      ...{ differences, why },
    };
  });
}
