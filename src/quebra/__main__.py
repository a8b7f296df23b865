"""The program: `quebra`, and `python -m quebra`."""

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C ended, as shells count."""


def main() -> None:
    """Run the command line; Ctrl-C during the imports ends the program without a traceback."""
    try:
        import os
        import signal

        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if usual:  # an exception could be lost inside an import, or turned into another one
            signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None
    from quebra.cli import main as command_line

    if usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    command_line()


if __name__ == "__main__":
    main()
