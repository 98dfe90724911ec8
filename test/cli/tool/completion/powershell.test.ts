import { expect, test } from 'vitest';
import { powershellScript } from '../../../../src/cli/tool/completion/script.ts';

test('a name that PowerShell might expand or run goes in single quotes, escaped by PowerShell itself', () => {
  const script = powershellScript({ commands: [], globals: [] });
  const bare = /\$word -match '\^(.*)\$'\) \{ \$word \}/.exec(script)?.[1] ?? '';
  const isBare = (name: string) => new RegExp(`^${bare}$`).test(name);
  expect(['ICP-2024', 'a.b/c:d', 'x=1'].filter(isBare)).toEqual(['ICP-2024', 'a.b/c:d', 'x=1']);
  expect([...' \'"`$;&|<>(){}[]@#,!*?~%^\\‘’‚‛“”„'].filter(isBare)).toEqual([]);
  expect(script).toContain(
    '[System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word)',
  );
});
