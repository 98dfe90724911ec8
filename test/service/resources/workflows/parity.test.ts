// What the service says of a workflow is what lint says, for every fixture of the rules: same paths, same codes, same order.
// Both go by `checkWorkflow`.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isObject } from '../../../../src/contract/json.ts';
import type { Problem } from '../../../../src/rules/problem.ts';
import { checkWorkflow, strictnessOf, type WorkflowPurpose } from '../../../../src/rules/workflows/check.ts';
import type { Strictness } from '../../../../src/rules/workflows/checking.ts';
import { bodyOfFile, fileOfWorkflow } from '../../../../src/rules/workflows/file.ts';
import { worldForAllTests } from '../../../opened.ts';
import { checked, fixtures } from '../../../rules/workflows/fixtures.ts';
import { validWorkflow } from '../../../rules/workflows/generator.ts';

const world = worldForAllTests();

/** What only the workspace can say: no one finds it offline. */
const OF_THE_WORKSPACE = new Set(['unknown_list', 'unknown_campaign', 'unknown_identity', 'unknown_preview']);

interface ParsedText {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

type Input = Pick<Problem, 'path' | 'code'>;

const text = ({ path, code }: Input) => `${path} ${code}`;

/** What the service will say, as far as lint knows. A field that lint cannot place is unknown in an empty workspace. */
function linted(body: unknown, strictness: Strictness, purpose: WorkflowPurpose): ParsedText {
  const problems = checkWorkflow(body, {}, strictness, purpose).map((problem) =>
    problem.code === 'unverified' ? { ...problem, code: 'unknown_field', severity: 'error' as const } : problem,
  );
  const of = (severity: Problem['severity']) => problems.filter((one) => one.severity === severity).map(text);
  return { errors: of('error'), warnings: of('warning') };
}

const own = (input: readonly Input[]): string[] => input.filter(({ code }) => !OF_THE_WORKSPACE.has(code)).map(text);

/** Validated and created: the same verdict as lint's, the same paths. */
async function agreed(made: unknown): Promise<void> {
  // JSON has no undefined, no NaN: what is sent is what is compared.
  const sent = JSON.stringify(made);
  const body: unknown = JSON.parse(sent);
  const validated = await world.call('POST', '/v1/workflows/validate', { body: sent });
  const strictness = isObject(body) && body['publish'] === false ? 'draft' : 'publish';
  expect(validated.status).toBe(200);
  const { errors, warnings, isValid } = validated.body.data;
  expect({ errors: own(errors), warnings: own(warnings) }).toEqual(linted(body, strictness, 'validate'));
  expect(isValid).toBe(errors.length === 0);

  const created = await world.call('POST', '/v1/workflows', { body: sent });
  const lint = linted(body, strictnessOf(body), 'create');
  const issues: Input[] = created.body.details?.issues ?? [];
  expect(own(issues)).toEqual(lint.errors);
  expect(created.status).toBe(issues.length === 0 ? 200 : 400);
  if (created.status === 200) expect(own(created.body.data.warnings)).toEqual(lint.warnings);
}

describe('every fixture of the rules', () => {
  const all = fixtures();

  test('there are some of both kinds', async () => {
    const files = await Promise.all(all.map(({ text }) => checked(text)));
    const accepted = files.filter(({ problems }) => problems.length === 0).length;
    expect([accepted > 10, files.length - accepted > 20]).toEqual([true, true]);
  });

  test.each(all.map((fixture) => [fixture.name, fixture] as const))('%s', async (_, { text: written }) => {
    const { file } = await checked(written);
    // A text that is not YAML is never sent.
    if (file.yaml.readable) await agreed(file.body);
  });
});

test('a workflow made again from the file of what was read is the same workflow', async () => {
  const post = (body: unknown) => world.done('POST', '/v1/workflows', { body });
  const get = (id: number) => world.done('GET', `/v1/workflow/${id}`);
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(validWorkflow(), async (made) => {
      const body = { ...made, publish: false };
      const created = await post(body);
      // It may name what this workspace has not.
      if (created === undefined) return;
      compared += 1;
      const read = await get(created.id);
      const again = await post(bodyOfFile(fileOfWorkflow(read)));
      expect(fileOfWorkflow(await get(again.id))).toEqual(fileOfWorkflow(read));
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(50);
});
