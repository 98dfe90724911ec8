// What a service answered, in a file that a team commits: no personal value of it, and all that a comparison needs.

import { getOwn, isObject, listIn, objectIn } from '../../../contract/json.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import type { Masking } from '../../../rules/masking/values.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { KnownService, OwnDefinition } from './compare-services.ts';
import { OPERATIONS, type ReadAnswer } from './questions.ts';

const VERSION = 1;

export interface Recording extends KnownService {
  readonly service: string;
  readonly at: string;
  /** `contacts.list shape: has no x`, as they were when it was recorded. */
  readonly differences: readonly string[];
}

/** Numbers that say how a list is paged. */
const PAGING = new Set(['page', 'pageSize', 'total', 'version']);

/** Fields and blocks are what a service is made of. */
const AS_THEY_ARE = new Set(['contacts.fields', 'companies.fields', 'workflows.blocks', 'workflows.conditionFields']);

const isWord = (text: string) => /^[A-Z][A-Z0-9_]{0,60}$/.test(text);

/** Every value is masked but words of enumerations, known or not, under the names that have one. */
function maskedBody(
  masking: Masking,
  words: ReadonlyMap<string, readonly string[]>,
  value: unknown,
  name = '',
): unknown {
  if (Array.isArray(value)) return value.map((one) => maskedBody(masking, words, one, name));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskedBody(masking, words, one, key)]));
  const known = words.get(name);
  if (typeof value === 'string' && known !== undefined && (known.includes(value) || isWord(value))) return value;
  if (PAGING.has(name) && typeof value === 'number') return value;
  const masked = masking.value(value);
  return typeof masked === 'number' && !Number.isFinite(masked) ? 0 : masked;
}

/** The answers without anything personal. */
export function maskedAnswers(
  { answers, ...rest }: KnownService,
  masking: Masking,
  { operations }: OwnDefinition,
): KnownService {
  const masked = [...answers].map(([key, answer]): [string, ReadAnswer] => {
    const name = key.replace(/: .*/, '');
    if (AS_THEY_ARE.has(name) || !isObject(answer.body)) return [key, answer];
    const words = operations.find(({ id }) => id === name)?.words ?? new Map();
    const { data, ...beside } = answer.body;
    const { status, message: _, ...others } = beside;
    const body = { status, ...objectIn(maskedBody(masking, words, others)), data: maskedBody(masking, words, data) };
    return [key, { ...answer, body }];
  });
  return { ...rest, answers: new Map(masked) };
}

/** A line for each answer: what changes is seen in a diff. */
export function recordingText({ service, at, definition, answers, notAsked, differences }: Recording): string {
  const lines = (all: Iterable<unknown>) => [...all].map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  return `{
  "recording": ${VERSION},
  "service": ${JSON.stringify(service)},
  "at": ${JSON.stringify(at)},
  "definition": ${JSON.stringify(definition)},
  "differences": [\n${lines(differences)}\n  ],
  "notAsked": [\n${lines(notAsked)}\n  ],
  "answers": [\n${lines(answers)}\n  ]
}\n`;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isAnswer(value: unknown): value is ReadAnswer {
  return isObject(value) && typeof value['status'] === 'number' && isObject(value['rate']);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Throws UsageError for a file that is none. */
export function readRecording(file: string, text: string): Recording {
  const value = parsed(text);
  if (!isObject(value) || value['recording'] !== VERSION)
    throw new UsageError(`${file} is not a recording of this version`, {
      hint: 'reach local compare --with PROFILE --record FILE makes one',
    });
  const names = new Set(OPERATIONS.map(({ name }) => name));
  const entries = [...listIn(getOwn(value, 'answers')), ...listIn(getOwn(value, 'notAsked'))].filter(Array.isArray);
  const known = entries.filter(([key]) => isText(key) && names.has(key.replace(/: .*/, '')));
  return {
    service: String(getOwn(value, 'service') ?? ''),
    at: String(getOwn(value, 'at') ?? ''),
    definition: getOwn(value, 'definition') ?? null,
    differences: listIn(getOwn(value, 'differences')).filter(isText),
    answers: new Map(known.flatMap(([key, answer]) => (isAnswer(answer) ? [[String(key), answer]] : []))),
    notAsked: new Map(known.flatMap(([key, why]) => (isText(why) ? [[String(key), why]] : []))),
  };
}
