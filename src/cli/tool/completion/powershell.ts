// The completion script for PowerShell 5.1 and later.

import { type CompletionPlan, type PlanOption, slotText } from './plan.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const table = (entries: readonly (readonly [key: string, value: string])[]) =>
  entries.map(([key, value]) => `    ${quoted(key)} = ${quoted(value)}`).join('\n');

/** `word<tab>description`, several of them separated by line ends. */
const list = (entries: readonly (readonly [word: string, description: string])[]) =>
  entries.map(([word, description]) => `${word}\t${description}`).join('\n');

const optionList = (options: readonly PlanOption[]) =>
  list(options.flatMap(({ names, description }) => names.map((name) => [name, description] as const)));

function values({ commands, globals }: CompletionPlan): (readonly [string, string])[] {
  const rows = [
    { path: '*', options: globals },
    ...commands.map(({ path, options, narrowed }) => ({ path, options: [...options, ...narrowed] })),
  ];
  return rows.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .flatMap(({ names, slot }) => names.map((name) => [`${path}/${name}`, slotText(slot) || 'any'] as const)),
  );
}

export function powershellScript(plan: CompletionPlan): string {
  const { commands } = plan;
  const subs = commands.flatMap(({ path, above, calledBy }) =>
    path === '' ? [] : calledBy.map((name) => [`${above}/${name}`, path] as const),
  );
  const words = commands.map(
    ({ path, words: below }) => [path, list(below.map(({ word, description }) => [word, description]))] as const,
  );
  const options = commands.map(({ path, options: own }) => [path, optionList(own)] as const);
  const slots = commands.flatMap(({ path, arguments: places, repeats }) =>
    places.map((slot, at) => [`${path}/${repeats && at === places.length - 1 ? '+' : at}`, slotText(slot)] as const),
  );
  const filled = <T extends readonly [string, string]>(rows: readonly T[]) => rows.filter(([, value]) => value !== '');
  return `# reach completion for PowerShell, made from its command tree. Load it: reach completion powershell | Out-String | Invoke-Expression
# Keys are case-sensitive: -f and -F are two options.
$script:reachSubs = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
$script:reachValues = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
function script:reachAdd($to, $from) { foreach ($key in $from.Keys) { $to[$key] = $from[$key] } }
reachAdd $script:reachSubs @{
${table(subs)}
}
${values(plan)
  .map(([key, value]) => `$script:reachValues[${quoted(key)}] = ${quoted(value)}`)
  .join('\n')}
$script:reachWords = @{
${table(filled(words))}
}
$script:reachOptions = @{
${table(filled(options))}
}
$script:reachArguments = @{
${table(filled(slots))}
}
$script:reachCommon = ${quoted(optionList(plan.globals))}

Register-ArgumentCompleter -Native -CommandName reach -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } | ForEach-Object { "$_" })
  $at = ''; $count = 0; $open = ''
  for ($i = 1; $i -lt $words.Count; $i++) {
    $word = $words[$i]; $open = ''
    if ($word -like '-*') {
      if ($word -notlike '*=*') {
        $value = $script:reachValues["$at/$word"]
        if (-not $value) { $value = $script:reachValues["*/$word"] }
        if ($value) { $i++; if ($i -ge $words.Count) { $open = $value } }
      }
    } else {
      $next = $script:reachSubs["$at/$word"]
      if ($next) { $at = $next } else { $count++ }
    }
  }
  $slot = $open
  $lines = @()
  if (-not $slot) {
    if ($wordToComplete -like '-*') {
      $lines = @("$($script:reachOptions[$at])".Split("\`n")) + $script:reachCommon.Split("\`n")
    } elseif ($script:reachWords[$at]) {
      $lines = $script:reachWords[$at].Split("\`n")
    } else {
      $slot = $script:reachArguments["$at/$count"]
      if (-not $slot) { $slot = $script:reachArguments["$at/+"] }
    }
  }
  if ($slot -like 'words:*') { $lines = $slot.Substring(6).Split(' ') }
  if ($slot -like 'list:*') {
    $before = $wordToComplete.Substring(0, $wordToComplete.LastIndexOf(',') + 1)
    $lines = @($slot.Substring(5).Split(' ') | ForEach-Object { "$before$_" })
  }
  if ($slot -like 'names:*') { $lines = @(reach completion names $slot.Substring(6) 2>$null) }
  # A word may be typed behind a quote; what replaces it has quotes of its own.
  $typed = $wordToComplete -replace '^["\\u2018-\\u201e'']', ''
  foreach ($line in $lines) {
    $word, $about = $line.Trim().Split("\`t")
    if ($word -and $word.StartsWith($typed, [System.StringComparison]::OrdinalIgnoreCase)) {
      $text = if ($word -match '^[\\w./:+=-]+$') { $word } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'" }
      [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $(if ($about) { $about } else { $word }))
    }
  }
}
`;
}
