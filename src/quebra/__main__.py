"""The program: `quebra`, and `python -m quebra`."""

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended, as shells count."""


def main() -> None:
    """Run the command line; Ctrl-C during the imports ends the program without a traceback."""
    try:
        import os
        import signal

        # An exception could be lost in the middle of an import, or turned into another one.
        before = signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    from quebra.cli import main as command_line

    signal.signal(signal.SIGINT, before)
    command_line()


if __name__ == "__main__":
    main()
