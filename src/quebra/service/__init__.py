"""The verbs as functions and as requests, for the library, command line, server and batches."""
