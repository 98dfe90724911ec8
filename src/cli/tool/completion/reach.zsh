#compdef reach
# reach completion for zsh, made from its command tree. Load it: source <(reach completion zsh)

@@lookups@@

_reach_fill() {
  local -a found
  case "$1" in
    words:*) found=(${=1#words:}); compadd -- $found ;;
    list:*) compset -P '*,'; found=(${=1#list:}); compadd -S '' -- $found ;;
    file) _files ;;
    folder) _files -/ ;;
    names:*)
      found=("${(@f)$(reach ${profile:+"--profile=$profile"} completion names "${1#names:}" 2>/dev/null)}")
      found=(${found:#})
      compadd -- $found
      ;;
  esac
}

_reach() {
  local cur="${words[CURRENT]}" prev="${words[CURRENT-1]}" REPLY at= profile= word
  local -i i=2 count=0
  local -a subs opts common
  common=(@@globals@@)
  while (( i < CURRENT )); do
    word="${words[i]}"
    case "$word" in
      --profile=*) profile="${(Q)word#*=}" ;;
      --*=*) ;;
      -*)
        _reach_value "$at" "$word"
        [[ -n "$REPLY" ]] && (( i++ ))
        [[ "$word" == --profile ]] && profile="${(Q)words[i]}"
        ;;
      *)
        _reach_sub "$at" "$word"
        if [[ -n "$REPLY" ]]; then at="$REPLY"; else (( count++ )); fi
        ;;
    esac
    (( i++ ))
  done
  if [[ "$cur" == --*=* ]]; then
    _reach_value "$at" "${cur%%=*}"
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
@@words@@
  esac
  if [[ "$cur" == -* ]]; then
    opts+=($common)
    _describe -o option opts
  elif (( $#subs && count == 0 )); then
    _describe command subs
  else
    _reach_argument "$at" "$count"
    _reach_fill "$REPLY"
  fi
}

if [[ "${funcstack[1]}" == _reach ]]; then _reach "$@"; else compdef _reach reach; fi
