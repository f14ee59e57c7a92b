"""Answers a program on a pseudo-terminal: interactive.py ANSWER,... PROGRAM ARGUMENT..."""
import os
import pty
import re
import select
import sys

answers = sys.argv[1].split(",")
child, terminal = pty.fork()
if child == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
shown, asked = b"", 0
while select.select([terminal], [], [], 30)[0]:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    shown += piece
    # A question of any wording: the cursor is put behind its colon.
    if answers and re.search(rb": \x1b\[\d+G", shown[asked:]):
        asked = len(shown)
        os.write(terminal, answers.pop(0).encode() + b"\n")
else:
    os.kill(child, 9)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
