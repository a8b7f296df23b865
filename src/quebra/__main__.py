"""`python -m quebra`"""

from quebra.cli import main

main()
