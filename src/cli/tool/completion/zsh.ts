// The completion script for zsh: to be sourced, or put into a folder of $fpath as _reach.

import { lines, lookups } from './cases.ts';
import { type CompletionPlan, type PlanOption, quoted } from './plan.ts';

/** `word:description`, as _describe takes it. */
const described = (word: string, description: string) =>
  quoted(`${word.replaceAll(':', '\\:')}:${description.replaceAll('\\', '\\\\')}`);

const optionList = (options: readonly PlanOption[]) =>
  options.flatMap(({ names, description }) => names.map((name) => described(name, description))).join(' ');

function wordCases({ commands }: CompletionPlan): string {
  return lines(
    commands.map(({ path, words, options }) => {
      if (words.length === 0 && options.length === 0) return '';
      const subs = words.map(({ word, description }) => described(word, description)).join(' ');
      return `    ${quoted(path)}) subs=(${subs}); opts=(${optionList(options)}) ;;`;
    }),
  );
}

export function zshScript(plan: CompletionPlan): string {
  return `#compdef reach
# reach completion for zsh, made from its command tree. Load it: source <(reach completion zsh)

${lookups(plan, '[[ -n "$REPLY" ]]')}

_reach_fill() {
  local -a found
  case "$1" in
    words:*) found=(\${=1#words:}); compadd -- $found ;;
    list:*) compset -P '*,'; found=(\${=1#list:}); compadd -S '' -- $found ;;
    file) _files ;;
    folder) _files -/ ;;
    names:*)
      found=("\${(@f)$(reach completion names "\${1#names:}" 2>/dev/null)}")
      found=(\${found:#})
      compadd -- $found
      ;;
  esac
}

_reach() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" REPLY at= word
  local -i i=2 count=0
  local -a subs opts common
  common=(${optionList(plan.globals)})
  while (( i < CURRENT )); do
    word="\${words[i]}"
    case "$word" in
      --*=*) ;;
      -*)
        _reach_value "$at" "$word"
        [[ -n "$REPLY" ]] && (( i++ ))
        ;;
      *)
        _reach_sub "$at" "$word"
        if [[ -n "$REPLY" ]]; then at="$REPLY"; else (( count++ )); fi
        ;;
    esac
    (( i++ ))
  done
  if [[ "$cur" == --*=* ]]; then
    _reach_value "$at" "\${cur%%=*}"
    compset -P '*='
    _reach_fill "$REPLY"
    return
  fi
  if [[ "$prev" == -* && "$prev" != *=* ]]; then
    _reach_value "$at" "$prev"
    if [[ -n "$REPLY" ]]; then
      _reach_fill "$REPLY"
      return
    fi
  fi
  case "$at" in
${wordCases(plan)}
  esac
  if [[ "$cur" == -* ]]; then
    opts+=($common)
    _describe -o option opts
  elif (( $#subs )); then
    _describe command subs
  else
    _reach_argument "$at" "$count"
    _reach_fill "$REPLY"
  fi
}

if [[ "\${funcstack[1]}" == _reach ]]; then _reach "$@"; else compdef _reach reach; fi
`;
}
