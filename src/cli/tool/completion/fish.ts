// The completion script for fish 3: one function that knows the tree.

import { type CompletionPlan, type PlanOption, slotText } from './plan.ts';

const lines = (parts: readonly string[]) => parts.filter((part) => part !== '').join('\n');

/** In single quotes fish reads `\\` and `\'` and nothing else. */
const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const cases = (keys: readonly string[], text: string) =>
  `        case ${keys.map(quoted).join(' ')}\n            echo ${quoted(text)}`;

function subCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ path }) => path !== '')
      .map(({ path, above, calledBy }) =>
        cases(
          calledBy.map((name) => `${above}/${name}`),
          path,
        ),
      ),
  );
}

function slotCases(path: string | null, options: readonly PlanOption[]): string {
  return lines(
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ names, slot }) =>
        cases(path === null ? names : names.map((name) => `${path}/${name}`), slotText(slot) || 'any'),
      ),
  );
}

/** Candidates, each with its description behind a tab. */
function listed(entries: readonly (readonly [word: string, description: string])[]): string {
  const words = entries.map(([word, description]) => quoted(`${word}\t${description}`));
  return `            printf '%s\\n' ${words.join(' ')}`;
}

const optionEntries = (options: readonly PlanOption[]) =>
  options.flatMap(({ names, description }) => names.map((name) => [name, description] as const));

function wordCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ words }) => words.length > 0)
      .map(({ path, words }) => {
        const entries = words.map(({ word, description }) => [word, description] as const);
        return `        case ${quoted(path)}\n${listed(entries)}`;
      }),
  );
}

function optionCases({ commands }: CompletionPlan): string {
  return lines(
    commands
      .filter(({ options }) => options.length > 0)
      .map(({ path, options }) => `        case ${quoted(path)}\n${listed(optionEntries(options))}`),
  );
}

function argumentCases({ commands }: CompletionPlan): string {
  return lines(
    commands.flatMap(({ path, arguments: slots, repeats }) =>
      slots.map((slot, at) => {
        const text = slotText(slot);
        const isLast = repeats && at === slots.length - 1;
        return text === '' ? '' : cases([isLast ? `${path}/*` : `${path}/${at}`], text);
      }),
    ),
  );
}

export function fishScript(plan: CompletionPlan): string {
  return `# reach completion for fish, made from its command tree. Load it: reach completion fish | source

function __reach_sub
    switch "$argv[1]/$argv[2]"
${subCases(plan)}
    end
end

function __reach_value
    switch "$argv[1]/$argv[2]"
${lines(plan.commands.map(({ path, options, narrowed }) => slotCases(path, [...options, ...narrowed])))}
        case '*'
            switch "$argv[2]"
${slotCases(null, plan.globals).replaceAll(/^/gm, '        ')}
            end
    end
end

function __reach_argument
    switch "$argv[1]/$argv[2]"
${argumentCases(plan)}
    end
end

function __reach_words
    switch "$argv[1]"
${wordCases(plan)}
    end
end

function __reach_options
    switch "$argv[1]"
${optionCases(plan)}
    end
${listed(optionEntries(plan.globals)).replace(/^ {12}/, '    ')}
end

# fish quotes what it is offered for where it goes.
function __reach_offer
    for found in $argv[2..-1]
        printf '%s%s\\n' "$argv[1]" "$found"
    end
end

# Candidates of slot $argv[1], each behind prefix $argv[2], for what is typed: $argv[3].
function __reach_fill
    switch "$argv[1]"
        case 'words:*'
            __reach_offer "$argv[2]" (string split ' ' (string replace 'words:' '' -- "$argv[1]"))
        case 'list:*'
            set -l before (string match -r '^.*,' -- "$argv[3]")
            __reach_offer "$argv[2]$before" (string split ' ' (string replace 'list:' '' -- "$argv[1]"))
        case file
            __reach_offer "$argv[2]" (__fish_complete_path "$argv[3]")
        case folder
            __reach_offer "$argv[2]" (__fish_complete_directories "$argv[3]")
        case 'names:*'
            __reach_offer "$argv[2]" (reach completion names (string replace 'names:' '' -- "$argv[1]") 2>/dev/null)
    end
end

function __reach_complete
    set -l tokens (commandline -opc)
    set -l cur (commandline -ct)
    set -l at ''
    set -l n 0
    set -l i 2
    set -l open ''
    while test $i -le (count $tokens)
        set -l word $tokens[$i]
        set open ''
        switch "$word"
            case '--*=*'
            case '-*'
                set open (__reach_value "$at" "$word")
                if test -n "$open"
                    set i (math $i + 1)
                end
            case '*'
                set -l next (__reach_sub "$at" "$word")
                if test -n "$next"
                    set at $next
                else
                    set n (math $n + 1)
                end
        end
        set i (math $i + 1)
    end
    # The last option still waits for its value.
    if test -n "$open" -a $i -eq (math (count $tokens) + 2)
        __reach_fill "$open" '' "$cur"
        return
    end
    switch "$cur"
        case '--*=*'
            set -l parts (string split -m 1 '=' -- "$cur")
            __reach_fill (__reach_value "$at" "$parts[1]") "$parts[1]=" "$parts[2]"
        case '-*'
            __reach_options "$at"
        case '*'
            set -l found (__reach_words "$at")
            if test (count $found) -gt 0
                printf '%s\\n' $found
            else
                __reach_fill (__reach_argument "$at" "$n") '' "$cur"
            end
    end
end

complete -c reach -f -a '(__reach_complete)'
`;
}
