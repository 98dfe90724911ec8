import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreTimeout, StoreUnreachable } from '../../../src/service/core/store.ts';
import { refusalOf } from '../../../src/service/http/respond.ts';

const GONE = join(import.meta.dirname, 'gone');

const GONE_PROGRAM = 'The program of this server was replaced or removed while it ran: restart the server';

test.each<[what: string, work: () => unknown, code: string, message: string]>([
  [
    'a chunk that is not there',
    () => createRequire(import.meta.url)(join(GONE, 'chunk.js')),
    'unavailable',
    GONE_PROGRAM,
  ],
  ['one whose place was known', () => readFileSync(join(GONE, 'chunk.js')), 'unavailable', GONE_PROGRAM],
  ['a module', () => import(/* @vite-ignore */ join(GONE, 'chunk.mjs')), 'unavailable', GONE_PROGRAM],
  [
    'a file of the store',
    () => readFileSync(join(GONE, 'reach.db')),
    'unavailable',
    'The store cannot be written: its disk is full or unavailable',
  ],
  [
    'a time limit',
    () => {
      throw new StoreTimeout(30_000);
    },
    'timeout',
    'This took longer than 30 s and was stopped: try again later, or request less',
  ],
  [
    'the database',
    () => {
      throw new StoreUnreachable('ECONNRESET');
    },
    'unavailable',
    'The database does not answer: try again',
  ],
  [
    'a bug',
    () => Reflect.apply(null as never, null, []),
    'internal',
    'Internal error: the log of the service has the details under this request id',
  ],
])('%s', async (_, work, code, message) => {
  const error: unknown = await (async () => work())().then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(refusalOf(error)).toMatchObject({ code, message });
});
