import { expect, test } from 'vitest';
import type { Read } from '../../../../src/cli/shared/comparison/questions.ts';
import { routes } from '../../../../src/contract/routes/routes.ts';
import { ODD_ANSWERS } from '../../../e2e/stranger/odd-answers.ts';
import { reachForAllTests } from '../../../opened.ts';
import { openStranger, STRANGER_KEY } from '../../../stranger/server.ts';
import type { RunOptions } from '../../world.ts';

const reach = reachForAllTests({ empty: false });

interface Row {
  readonly operation: string;
  readonly differences: readonly { readonly aspect: string; readonly text: string }[];
}

async function compared(rewrite?: RunOptions['rewrite']) {
  const ran = await reach.run('local compare --with local --json', rewrite === undefined ? {} : { rewrite });
  const rows: Row[] = JSON.parse(ran.stdout);
  const all = rows.flatMap(({ operation, differences }) =>
    differences.map(({ aspect, text }) => `${operation} ${aspect}: ${text}`),
  );
  expect(ran.code).toBe(all.length > 0 ? 1 : 0);
  return { differences: all, requests: ran.requests };
}

test('a write has no type', () => {
  const read = async (send: Read) => {
    // @ts-expect-error: it is no read
    await send(routes.contacts.delete, {});
    // @ts-expect-error: a POST that is none of the documented searches
    await send({ ...routes.contacts.create, method: 'POST' }, {});
  };
  expect(read).toBeTypeOf('function');
});

test('the local service beside itself: nothing differs, and only reads were sent', async () => {
  const { differences, requests } = await compared();
  expect(differences).toEqual([]);
  expect(requests.filter((line) => !/^GET |^POST \/v1\/(contacts|companies)\/search$/.test(line))).toEqual([]);
});

type Body = Record<string, never>;

/** A change of the definition or of an answer, and the one difference that it makes. */
const CHANGES: readonly [name: string, path: RegExp, change: (body: Body) => unknown, expected: string][] = [
  [
    'a field is gone',
    /^GET \/v1\/voices$/,
    ({ data }) => ({ data: { voices: Object(data).voices.map(({ language: _, ...rest }: Body) => rest) } }),
    'voices.list shape: has no voices[].language',
  ],
  [
    'a field is new',
    /^GET \/v1\/ai-variables\/\d+$/,
    ({ data }) => ({ data: Object.assign({}, data, { speed: 3 }) }),
    'aiVariables.get shape: also has speed',
  ],
  [
    'an id is text',
    /^GET \/v1\/company\/\d+$|^GET \/v1\/companies\/\d+$/,
    ({ data }) => ({ data: Object.assign({}, data, { id: 'company_1' }) }),
    'companies.get types: id is string, not integer',
  ],
  [
    'a new word',
    /^GET \/v1\/lists\/\d+$/,
    ({ data }) => ({ data: Object.assign({}, data, { entity: 'DEAL' }) }),
    'lists.get enumerations: also entity DEAL',
  ],
  [
    'another page size',
    /^GET \/v1\/saved-filters$/,
    ({ data }) => ({ data: Object.assign({}, data, { pageSize: 50 }) }),
    'savedFilters.list defaults: a page has 50 records, 25 here',
  ],
  [
    'a list by itself',
    /^GET \/v1\/tasks\/owners$/,
    ({ data }) => ({ data: Object(data).owners }),
    'tasks.owners shape: data is the list itself',
  ],
  ['no JSON', /^GET \/v1\/ai-playbook$/, () => '<html>', 'playbook.get shape: the answer is not JSON'],
  [
    'a path is gone from the definition',
    /^GET \/definitions.json$/,
    ({ paths }) => ({
      paths: Object.fromEntries(
        Object.entries(paths ?? {}).filter(([path]) => path !== '/v1/ai-variables/ai-message-tones'),
      ),
    }),
    'aiTones.list path: does not exist',
  ],
];

test('each change is named, and nothing else', async () => {
  const { differences } = await compared((body, request) =>
    CHANGES.filter(([, path]) => path.test(request.replace(/\?.*/, ''))).reduce((text, [, , change]) => {
      const changed = change(JSON.parse(text));
      return typeof changed === 'string' ? changed : JSON.stringify({ ...JSON.parse(text), ...Object(changed) });
    }, body),
  );
  expect(differences.toSorted()).toEqual(CHANGES.map(([, , , expected]) => expected).toSorted());
});

const ODD = ['data []', 'data [null]', 'objects for arrays', 'half of the keys', 'names of Object.prototype'];

const ODD_REPLIES: readonly ((body: unknown) => { readonly status: number; readonly body: unknown })[] = [
  ...[...ODD, 'the body is null', 'the body is HTML'].map((name) => (body: unknown) => ({
    status: 200,
    body: ODD_ANSWERS[name]?.(body),
  })),
  ...[302, 403, 404, 500].map((status) => () => ({ status, body: '{"message":"no"}' })),
  () => ({ status: 200, body: `{"data":${'['.repeat(50_000)}${']'.repeat(50_000)}}` }),
];

test.each([0, 4, 8])('odd answers, from number %i on by turns, are compared, recorded and replayed', async (first) => {
  let turn = first;
  const stranger = await openStranger({
    mode: 'minimal',
    rewrite: (reply, _method, path) => {
      if (path === '/v1/validate' || path === '/definitions.json') return reply;
      turn += 1;
      return { ...reply, ...ODD_REPLIES[turn % ODD_REPLIES.length]?.(reply.body) };
    },
  });
  const env = { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY };
  const ran = await reach.run('local compare --record odd.json --max-retries 0 -o id', { env });
  await stranger.close();
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('103 operations')]);
  expect((await reach.run('local compare --replay odd.json -o id')).code).toBe(0);
});

test('what is not as recorded is named: of the local service, and of the file', async () => {
  await reach.run('local compare --with local --record mine.json');
  expect((await reach.run('local compare --replay mine.json')).code).toBe(0);
  const changed = reach.read('mine.json').replaceAll('"language"', '"tongue"');
  reach.write('mine.json', changed.replace('"differences": [', '"differences": ["lists.get shape: has no size"'));
  const ran = await reach.run('local compare --replay mine.json -o id');
  expect([ran.code, ran.requests]).toEqual([1, []]);
  expect(ran.stderr).toContain('not as recorded: voices.list shape: has no voices[].language');
  expect(ran.stderr).toContain('no longer different: lists.get shape: has no size');
});

test.each([
  ['--replay a.json --with local', 2, '--replay and --with exclude each other'],
  ['--replay a.json --record b.json', 2, '--replay and --record exclude each other'],
  ['--replay missing.json', 2, 'missing.json'],
  ['--replay words.txt', 2, 'words.txt is not a recording'],
  ['--with nobody', 2, 'no profile "nobody"'],
])('local compare %s', async (flags, code, message) => {
  reach.write('words.txt', 'not a recording');
  const ran = await reach.run(`local compare ${flags}`);
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)]);
});
