# reach completion for bash, made from its command tree. Load it: source <(reach completion bash)

@@lookups@@

# Reads $1 as it is typed: its text into REPLY, the quote it opens into QUOTE. Fails where it is quoted in parts or expands.
_reach_read() {
  local typed="$1" char i
  REPLY= QUOTE=
  case "$typed" in
    [\"\']*) QUOTE="${typed:0:1}"; typed="${typed:1}" ;;
  esac
  for ((i = 0; i < ${#typed}; i++)); do
    char="${typed:i:1}"
    case "$QUOTE$char" in
      \\ | \"\\) i=$((i + 1)); REPLY+="${typed:i:1}" ;;
      [\"\'\$\`] | \"[\"\$\`] | \'\') return 1 ;;
      *) REPLY+="$char" ;;
    esac
  done
}

# Offers $1, quoted for where it goes: inside the quote that is open, or outside of any.
_reach_offer() {
  local name="$1" char i out=
  for ((i = 0; i < ${#name}; i++)); do
    char="${name:i:1}"
    case "$QUOTE$char" in
      \'\') out+="'\\''" ;;
      # History is expanded inside double quotes, and a backslash there would stay.
      \"!) out+='"\!"' ;;
      \"[\"\$\`\\]) out+="\\$char" ;;
      *) out+="$char" ;;
    esac
  done
  # bash closes the quote, but not where a quote stands last already.
  if [ -z "$QUOTE" ]; then
    printf -v out '%q' "$name"
  elif [ "${out: -1}" = "$QUOTE" ]; then
    out+="$QUOTE"
  fi
  COMPREPLY+=("$out")
}

_reach_files() {
  local found
  # Where bash cannot be told that these are files, which it then quotes itself, they are quoted here.
  while IFS= read -r found; do
    if compopt -o filenames 2>/dev/null; then COMPREPLY+=("$found"); else _reach_offer "$found"; fi
  done < <(compgen "$1" -- "$REPLY")
}

_reach_fill() {
  local cur="$1" slot="$2" name plain REPLY QUOTE
  case "$slot" in words:*) COMPREPLY=($(compgen -W "${slot#words:}" -- "$cur")) ;; esac
  case "$slot" in
    list:*)
      name="${cur##*,}"
      COMPREPLY=($(compgen -P "${cur%"$name"}" -W "${slot#list:}" -- "$name"))
      ;;
  esac
  _reach_read "$cur" || return
  plain="$REPLY"
  case "$slot" in
    file) _reach_files -f ;;
    folder) _reach_files -d ;;
    names:*)
      while IFS= read -r name; do
        case "$name" in "$plain"*) _reach_offer "$name" ;; esac
      done < <(reach ${profile:+"--profile=$profile"} completion names "${slot#names:}" 2>/dev/null)
      ;;
  esac
}

# bash cuts words at colons, too: WORDS are as typed, and HEAD is what stands before the part of the last one that bash replaces.
_reach_words() {
  local i word isJoined=
  WORDS=() CWORD=-1 HEAD=
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word="${COMP_WORDS[i]}"
    case "$word:${COMP_LINE:0:COMP_POINT}" in ":"*" ") isJoined= ;; esac
    if [ "$CWORD" -gt 0 ] && { [ -n "$isJoined" ] || [ "${word:0:1}" = : ]; }; then
      HEAD="${WORDS[CWORD]}"
      WORDS[CWORD]+="$word"
      [ "${word:0:1}" != : ] || HEAD="${WORDS[CWORD]}"
    else
      CWORD=$((CWORD + 1)) HEAD=
      WORDS[CWORD]="$word"
    fi
    isJoined=
    [ "${word:0:1}" != : ] || isJoined=1
  done
}

# Of each offer, the part that bash puts in place of the part it cut.
_reach_cut() {
  local i
  [ -n "$HEAD" ] || return 0
  for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do COMPREPLY[i]="${COMPREPLY[i]#"$HEAD"}"; done
}

_reach() {
  local WORDS CWORD HEAD REPLY path= profile= word i=1 count=0 words= options= cur prev
  COMPREPLY=()
  _reach_words
  cur="${WORDS[CWORD]}" prev="${WORDS[CWORD - 1]}"
  # bash cuts --output=json into three words.
  if [ "$cur" = = ]; then
    cur=
  elif [ "$prev" = = ]; then
    prev="${WORDS[CWORD - 2]}"
  fi
  while [ "$i" -lt "$CWORD" ]; do
    word="${WORDS[i]}"
    case "$word" in
      -*)
        _reach_value "$path" "$word"
        if [ "${WORDS[i + 1]}" = = ]; then
          i=$((i + 2))
        elif [ -n "$REPLY" ]; then
          i=$((i + 1))
        fi
        [ "$word" != --profile ] || profile="${WORDS[i]}"
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
        _reach_cut
        return
      fi
      ;;
  esac
  case "$path" in
@@words@@
  esac
  case "$cur" in
    -*) COMPREPLY=($(compgen -W "$options @@globals@@" -- "$cur")) ;;
    *)
      if [ -n "$words" ] && [ "$count" = 0 ]; then
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
      else
        _reach_argument "$path" "$count"
        _reach_fill "$cur" "$REPLY"
      fi
      ;;
  esac
  _reach_cut
}

complete -F _reach reach
