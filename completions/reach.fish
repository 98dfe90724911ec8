# Completion of reach for fish: source this file, or put it into a folder of fish_complete_path.
reach completion fish | source
