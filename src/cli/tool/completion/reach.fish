# reach completion for fish, made from its command tree. Load it: reach completion fish | source

function __reach_sub
    switch "$argv[1]/$argv[2]"
@@subcommands@@
    end
end

function __reach_value
    switch "$argv[1]/$argv[2]"
@@values@@
        case '*'
            switch "$argv[2]"
@@globalValues@@
            end
    end
end

function __reach_argument
    switch "$argv[1]/$argv[2]"
@@arguments@@
    end
end

function __reach_words
    switch "$argv[1]"
@@words@@
    end
end

function __reach_options
    switch "$argv[1]"
@@options@@
    end
@@globals@@
end

# fish quotes what it is offered for where it goes.
function __reach_offer
    for found in $argv[2..-1]
        printf '%s%s\n' "$argv[1]" "$found"
    end
end

# Candidates of slot $argv[1], each behind prefix $argv[2], for what is typed: $argv[3]; names are those of $argv[4..-1], an option.
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
            __reach_offer "$argv[2]" (reach $argv[4..-1] completion names (string replace 'names:' '' -- "$argv[1]") 2>/dev/null)
    end
end

function __reach_complete
    set -l tokens (commandline -opc)
    set -l cur (commandline -ct)
    set -l at ''
    set -l n 0
    set -l i 2
    set -l open ''
    set -l profile
    while test $i -le (count $tokens)
        set -l word $tokens[$i]
        set open ''
        switch "$word"
            case '--profile=*'
                set profile $word
            case '--*=*'
            case '-*'
                set open (__reach_value "$at" "$word")
                if test -n "$open"
                    set i (math $i + 1)
                end
                if test "$word" = --profile
                    set profile "--profile=$tokens[$i]"
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
        __reach_fill "$open" '' "$cur" $profile
        return
    end
    switch "$cur"
        case '--*=*'
            set -l parts (string split -m 1 '=' -- "$cur")
            __reach_fill (__reach_value "$at" "$parts[1]") "$parts[1]=" "$parts[2]" $profile
        case '-*'
            __reach_options "$at"
        case '*'
            set -l found (__reach_words "$at")
            if test (count $found) -gt 0 -a $n -eq 0
                printf '%s\n' $found
            else
                __reach_fill (__reach_argument "$at" "$n") '' "$cur" $profile
            end
    end
end

complete -c reach -f -a '(__reach_complete)'
