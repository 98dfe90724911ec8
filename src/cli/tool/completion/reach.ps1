# reach completion for PowerShell, made from its command tree. Load it: reach completion powershell | Out-String | Invoke-Expression
# Keys are case-sensitive: -f and -F are two options.
$script:reachSubs = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
$script:reachValues = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
function script:reachAdd($to, $from) { foreach ($key in $from.Keys) { $to[$key] = $from[$key] } }
reachAdd $script:reachSubs @{
@@subcommands@@
}
@@values@@
$script:reachWords = @{
@@words@@
}
$script:reachOptions = @{
@@options@@
}
$script:reachArguments = @{
@@arguments@@
}
$script:reachCommon = @@globals@@

Register-ArgumentCompleter -Native -CommandName reach -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or $_.Extent.Text -ne $wordToComplete } | ForEach-Object { "$_" })
  $at = ''; $count = 0; $open = ''; $profileOption = @()
  for ($i = 1; $i -lt $words.Count; $i++) {
    $word = $words[$i]; $open = ''
    if ($word -like '-*') {
      if ($word -notlike '*=*') {
        $value = $script:reachValues["$at/$word"]
        if (-not $value) { $value = $script:reachValues["*/$word"] }
        if ($value) { $i++; if ($i -ge $words.Count) { $open = $value } }
      }
      if ($word -eq '--profile' -and $i -lt $words.Count) { $profileOption = @("--profile=$($words[$i])") }
      if ($word -like '--profile=*') { $profileOption = @($word) }
    } else {
      $next = $script:reachSubs["$at/$word"]
      if ($next) { $at = $next } else { $count++ }
    }
  }
  $slot = $open
  $lines = @()
  if (-not $slot) {
    if ($wordToComplete -like '-*') {
      $lines = @("$($script:reachOptions[$at])".Split("`n")) + $script:reachCommon.Split("`n")
    } elseif ($count -eq 0 -and $script:reachWords[$at]) {
      $lines = $script:reachWords[$at].Split("`n")
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
  if ($slot -like 'names:*') { $lines = @(reach @profileOption completion names $slot.Substring(6) 2>$null) }
  # A word may be typed behind a quote; what replaces it has quotes of its own.
  $typed = $wordToComplete -replace '^["\u2018-\u201e'']', ''
  foreach ($line in $lines) {
    $word, $about = $line.Trim().Split("`t")
    if ($word -and $word.StartsWith($typed, [System.StringComparison]::OrdinalIgnoreCase)) {
      $text = if ($word -match '^[\w./:+=-]+$') { $word } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'" }
      [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $(if ($about) { $about } else { $word }))
    }
  }
}
