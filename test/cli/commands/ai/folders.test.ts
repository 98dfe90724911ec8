import { expect, test } from 'vitest';
import { json, openAi, reach } from './ai-world.ts';

openAi();

test('created, listed by path, moved, renamed, shown, deleted: by path, name or id', async () => {
  await reach.run('ai folder create ai-snippets Openers');
  await reach.run('ai folder create ai-snippets Short --in Openers');
  await reach.run('ai folder create ai-snippets Archive');
  await reach.run('ai snippet create -f name=Line -f tone=Direct -f prompt=x -f folder=Openers/Short');
  expect((await reach.run('ai folder list ai-snippets --fields id,path,counts.items -o csv')).stdout).toBe(
    'id,path,counts.items\n3,Archive,0\n1,Openers,0\n2,Openers/Short,1\n',
  );
  expect((await json('ai folder move ai-snippets Short --to Archive')).parentId).toBe(3);
  expect((await json('ai folder rename ai-snippets Archive/Short Brief')).name).toBe('Brief');
  expect((await json('ai folder show ai-snippets Brief')).aiVariables).toMatchObject([{ name: 'Line' }]);
  expect((await reach.run('ai snippet list --folder Archive/Brief -o id')).stdout).toBe('1\n');
  expect(await json('ai folder delete ai-snippets Brief --yes')).toEqual({
    id: 2,
    deleted: true,
    movedItems: 1,
    movedFolders: 0,
  });
  expect((await json('ai snippet show Line')).folderId).toBe(3);
  expect((await reach.run('ai folder move ai-snippets Archive')).code).toBe(2);
  expect((await reach.run('ai folder show ai-snippets Nothing')).code).toBe(5);
});
