// The completion script for bash 3.2 and later. Needs no other package.

import { lines, lookups } from './cases.ts';
import { type Plan, quoted } from './plan.ts';

function wordCases({ commands }: Plan): string {
  return lines(
    commands.map(({ path, words, options }) => {
      const names = options.flatMap((option) => option.names).join(' ');
      if (words.length === 0 && names === '') return '';
      const subs = words.map(({ word }) => word).join(' ');
      return `    ${quoted(path)}) words=${quoted(subs)}; options=${quoted(names)} ;;`;
    }),
  );
}

export function bashScript(plan: Plan): string {
  const globals = plan.globals.flatMap(({ names }) => names).join(' ');
  return `# reach completion for bash, made from its command tree. Load it: source <(reach completion bash)

${lookups(plan, '[ -n "$REPLY" ]')}

_reach_fill() {
  local cur="$1" slot="$2" name plain
  case "$slot" in
    words:*) COMPREPLY=($(compgen -W "\${slot#words:}" -- "$cur")) ;;
    file)
      compopt -o filenames 2>/dev/null
      local IFS=$'\\n'
      COMPREPLY=($(compgen -f -- "$cur"))
      ;;
    folder)
      compopt -o filenames 2>/dev/null
      local IFS=$'\\n'
      COMPREPLY=($(compgen -d -- "$cur"))
      ;;
    names:*)
      plain="\${cur//\\\\/}"
      plain="\${plain#[\\"\\']}"
      while IFS= read -r name; do
        if [[ "$name" == "$plain"* ]]; then
          case "$cur" in
            [\\"\\']*) COMPREPLY+=("$name") ;;
            *) COMPREPLY+=("$(printf '%q' "$name")") ;;
          esac
        fi
      done < <(reach completion names "\${slot#names:}" 2>/dev/null)
      ;;
  esac
}

_reach() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD - 1]}" REPLY path= word i=1 count=0 words= options=
  COMPREPLY=()
  # bash cuts --output=json into three words.
  if [ "$cur" = = ]; then
    cur=
  elif [ "$prev" = = ]; then
    prev="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      -*)
        _reach_value "$path" "$word"
        if [ "\${COMP_WORDS[i + 1]}" = = ]; then
          i=$((i + 2))
        elif [ -n "$REPLY" ]; then
          i=$((i + 1))
        fi
        ;;
      *)
        _reach_sub "$path" "$word"
        if [ -n "$REPLY" ]; then path="$REPLY"; else count=$((count + 1)); fi
        ;;
    esac
    i=$((i + 1))
  done
  case "$prev" in
    -*)
      _reach_value "$path" "$prev"
      if [ -n "$REPLY" ]; then
        _reach_fill "$cur" "$REPLY"
        return
      fi
      ;;
  esac
  case "$path" in
${wordCases(plan)}
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options ${globals}" -- "$cur")) ;;
    *)
      if [ -n "$words" ]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
      else
        _reach_argument "$path" "$count"
        _reach_fill "$cur" "$REPLY"
      fi
      ;;
  esac
}

complete -F _reach reach
`;
}
