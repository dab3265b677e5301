"""The command line. `app` says what can be typed, one module a command does it, and only `console` prints."""
