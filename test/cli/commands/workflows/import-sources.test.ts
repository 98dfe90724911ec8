import { describe, expect, test } from 'vitest';
import { go, openWorkflows, reach } from './workflow-world.ts';

openWorkflows();

describe('import sources', () => {
  test('are resolved by the service; --resolved prints the file that needs no preview any more', async () => {
    const preview = await go('finder preview "CTOs at software companies in Germany" --json');
    const { previewId } = JSON.parse(preview.stdout);
    const source = `importSources:\n  - { nodeId: found, source: { previewId: ${previewId}, maxCount: 10 } }\n`;
    const { blockId } = JSON.parse((await go(`api "/v1/workflows/import-inputs?previewId=${previewId}"`)).stdout).data;
    reach.write(
      'found.yaml',
      `name: Found\nnodes:\n  - { id: found, kind: BLOCK, blockId: ${blockId}, next: [] }\n${source}`,
    );
    expect((await go('workflow lint --publish found.yaml')).code).toBe(0);
    const resolved = await go('workflow validate found.yaml --resolved');
    expect([resolved.code, resolved.stdout]).toEqual([0, expect.stringContaining('search:')]);
    expect(resolved.stdout).not.toContain('importSources');
    reach.write('kept.yaml', resolved.stdout);
    expect((await go('workflow lint --publish kept.yaml')).code).toBe(0);
    const made = JSON.parse((await go('workflow create found.yaml --yes --json')).stdout);
    expect(JSON.parse((await go(`workflow update ${made.id} kept.yaml --yes --json`)).stdout).outcome).toBe(
      'UNCHANGED',
    );
  });
});
