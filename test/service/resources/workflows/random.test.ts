// What the service says of workflows made at random is what lint says: same paths, same codes, same order.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject } from '../../../../src/contract/json.ts';
import { checkWorkflow } from '../../../../src/rules/workflows/check.ts';
import { worldForAllTests } from '../../../opened.ts';
import { brokenWorkflow, validWorkflow } from '../../../rules/workflows/generator.ts';

const world = worldForAllTests();

/** What only the workspace can say: no one finds it offline. */
const OF_THE_WORKSPACE = new Set(['unknown_list', 'unknown_campaign', 'unknown_identity', 'unknown_preview']);

/** Ids in fixtures are any ids: in this workspace they may be those of lists of the other kind. */
const isOwn = ({ code, message }: { path: string; code: string; message: string }) =>
  !OF_THE_WORKSPACE.has(code) && !/^list \d+ holds /.test(message);

/** As the service reads it: published unless it says that it is a draft. */
const strictnessOf = (body: unknown) => (isObject(body) && body['publish'] === false ? 'draft' : 'publish');

function linted(body: unknown): string[] {
  return checkWorkflow(body, {}, strictnessOf(body), 'validate').map(({ path, code, severity }) =>
    code === 'unverified' ? `error ${path} unknown_field` : `${severity} ${path} ${code}`,
  );
}

async function validated(body: unknown): Promise<string[]> {
  const reply = await world.call('POST', '/v1/workflows/validate', { body });
  expect(reply.status).toBe(200);
  const { errors, warnings, isValid } = reply.body.data;
  expect(isValid).toBe(errors.length === 0);
  return [
    ...errors.filter(isOwn).map(({ path, code }: { path: string; code: string }) => `error ${path} ${code}`),
    ...warnings.filter(isOwn).map(({ path, code }: { path: string; code: string }) => `warning ${path} ${code}`),
  ];
}

/** The service tells errors and warnings apart, each in the order of the body. */
const apart = (problems: readonly string[]) => [
  ...problems.filter((one) => one.startsWith('error')),
  ...problems.filter((one) => one.startsWith('warning')),
];

async function agreed(made: unknown): Promise<readonly string[]> {
  // JSON has no undefined, no NaN: what is sent is what is compared.
  const body: unknown = JSON.parse(JSON.stringify(made));
  const lint = apart(linted(body));
  expect(await validated(body)).toEqual(lint);
  return lint;
}

test('workflows in order by construction', async () => {
  await fc.assert(
    fc.asyncProperty(validWorkflow(), async (made) => {
      expect((await agreed(made)).filter((one) => one.startsWith('error'))).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('workflows with a few things broken', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(brokenWorkflow(), async (made) => {
      if (!isObject(made)) return;
      const problems = await agreed(made);
      if (!problems.some((one) => one.startsWith('error'))) return;
      refused += 1;
      const reply = await world.call('POST', '/v1/workflows', {
        body: { ...made, publish: strictnessOf(made) === 'publish' },
      });
      const named = made['name'] === undefined ? [...problems, 'error name required'] : problems;
      const told = (reply.body.details?.issues ?? []).filter(isOwn);
      if (reply.status === 400) for (const { path, code } of told) expect(named).toContain(`error ${path} ${code}`);
    }),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(100);
});
