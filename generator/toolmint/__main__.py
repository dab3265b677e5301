"""`python -m toolmint`."""

from toolmint.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
