// Publishes from several processes at once (the interface: Errors: 409 for another revision, and for a publish meanwhile).

import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { withBundled } from '../../bundled.ts';
import { openWorld } from '../../world.ts';
import { created, WEBHOOK } from './bodies.ts';

interface ParsedText {
  readonly status: number;
  readonly version: number | null;
  readonly message: string;
}

const ROUNDS = 30;

test('of publishes at once one wins and the others are reported why; no version is lost, doubled or half there', async () => {
  await withBundled({ publisher: 'test/service/programs/publisher.ts' }, async (folder) => {
    const data = join(folder, 'data');
    const first = await openWorld({ data });
    const { trigger } = await created(first, { ...WEBHOOK, publish: true });
    await first.close();

    const run = async (): Promise<ParsedText[]> => {
      const argv = [join(folder, 'publisher.js'), data, String(ROUNDS)];
      const { stdout } = await execa(process.execPath, argv);
      return stdout.split('\n').map((line) => JSON.parse(line));
    };
    const reported = (await Promise.all([run(), run(), run()])).flat();
    expect(reported).toHaveLength(3 * ROUNDS);

    const won = reported.filter(({ status }) => status === 200).map(({ version }) => Number(version));
    const lost = reported.filter(({ status }) => status !== 200);
    expect(won.toSorted((a, b) => a - b)).toEqual(won.map((_, index) => index + 2));
    for (const { status, message } of lost) {
      expect([status, message]).toEqual([
        409,
        expect.stringMatching(
          /^(Workflow 1 has changed since revision |Another publish of workflow 1 has just updated its trigger)/,
        ),
      ]);
    }

    const world = await openWorld({ data });
    const { data: read } = (await world.call('GET', '/v1/workflow/1')).body;
    expect([read.version, read.hasUnpublishedChanges, read.trigger.webhookUrl]).toEqual([
      won.length + 1,
      false,
      trigger.webhookUrl,
    ]);
    const kept = await world.service.store.read((tx) =>
      tx.all<{ n: number; same: number }>('select count(*) as n, count(distinct plan) as same from workflow_versions'),
    );
    expect(kept).toEqual([{ n: won.length + 1, same: 1 }]);
    await world.close();
  });
});
