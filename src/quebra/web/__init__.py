"""The page: a small server of the verbs, on this machine alone unless told otherwise."""
