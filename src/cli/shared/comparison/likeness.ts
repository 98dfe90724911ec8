// What of another service the local one can take over without a guess.

import { compareDefinitions } from '../../../client/compatibility/definitions/compare.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import type { LikeRequest, ServiceLikeness } from '../../../contract/learned.ts';
import type { ComparedOperation, KnownService, OwnDefinition } from './compare-services.ts';
import { answerKey } from './questions.ts';

const groupOf = ({ operation }: ComparedOperation) => operation.split('.')[0];

/** Names of ids that are numbers somewhere in an answer. */
function numericIds(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => numericIds(one, name));
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => numericIds(one, key));
  return typeof value === 'number' && /id$/i.test(name) ? [name] : [];
}

/** Of what was not asked, the ids are text as far as all that was read of the same group agrees. */
function textIdsOf(
  row: ComparedOperation,
  rows: readonly ComparedOperation[],
  answers: KnownService['answers'],
): string[] {
  const read = row.why === null ? [row] : rows.filter((one) => groupOf(one) === groupOf(row));
  const numbers = read.flatMap(({ operation }) =>
    row.why === null ? [] : numericIds(answers.get(answerKey({ name: operation }, 'plain'))?.body),
  );
  const names = read.flatMap(({ differences }) => differences.flatMap(({ textId }) => textId ?? []));
  return [...new Set(names)].filter((name) => !numbers.includes(name));
}

export function likenessOf(
  { definition, answers }: KnownService,
  rows: readonly ComparedOperation[],
  { operations }: OwnDefinition,
): ServiceLikeness {
  const compared = definition === null ? null : compareDefinitions(operations, definition);
  const requests = rows.map((row): [string, LikeRequest] => {
    const { request, operation } = row;
    const words = (compared?.words ?? []).filter((one) => one.request === request && one.fewer.length > 0);
    const ids = textIdsOf(row, rows, answers);
    const of = (form: 'plain' | 'unknown parameter') => answers.get(answerKey({ name: operation }, form));
    const limit = getOwn(of('plain')?.rate ?? {}, 'x-ratelimit-limit') ?? '';
    const isMissing = row.differences.some(({ aspect, text }) => aspect === 'path' && text === 'does not exist');
    return [
      request,
      {
        ...getOwn(compared?.learned.requests ?? {}, request),
        ...(isMissing && { missing: true }),
        ...(/^[1-9]\d{0,5}$/.test(limit) && { perMinute: Number(limit) }),
        ...(ids.length > 0 && { textIds: ids }),
        ...(words.length > 0 && { fewerWords: Object.fromEntries(words.map(({ name, fewer }) => [name, fewer])) }),
        ...(of('unknown parameter')?.status === 400 && { refusesUnknown: true }),
      },
    ];
  });
  return { definition, requests: Object.fromEntries(requests) };
}

/** `contacts.list shape: also has x`: what stays as it is here. */
export const notTakenOver = (rows: readonly ComparedOperation[]): string[] =>
  rows.flatMap(({ operation, differences }) =>
    differences.flatMap(({ aspect, text, isTaken }) => (isTaken === true ? [] : [`${operation} ${aspect}: ${text}`])),
  );
