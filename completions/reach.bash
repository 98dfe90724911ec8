# Completion of reach for bash: source this file, or install it as bash-completion/completions/reach.
eval "$(reach completion bash)"
