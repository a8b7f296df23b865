"""The program: `quebra`, and `python -m quebra`."""

OBJECTS_UNTIL_COLLECTION = 50_000
"""New objects until garbage is looked for: importing modules makes many, and none is garbage."""


def main() -> None:
    """Run the command line; Ctrl-C ends the program without a traceback, also while it imports."""
    try:
        import gc
        import signal

        from quebra.engine.interrupts import end_at_once

        gc.set_threshold(OBJECTS_UNTIL_COLLECTION)
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, end_at_once)
    except KeyboardInterrupt:
        raise SystemExit(130) from None  # `end_at_once` may not be there yet
    from quebra.cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
