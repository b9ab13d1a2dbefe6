"""Loads models with a library that has the C interface of assimp: `load_assimp.py LIBRARY SECONDS [validate]`.

The paths come on standard input, one a line. Each model is loaded by a process of its own, which may compute for so
many seconds. For each a line is printed: its number as subprocess has it, which is 0 if it is loaded and 1 if it is
not, and what assimp says. No step follows loading but validation, if that is asked for; that is what
`assimp info FILE --raw` does. Without paths the version is printed alone.
"""

import ctypes
import os
import resource
import sys

VALIDATE = 0x400  # aiProcess_ValidateDataStructure

library, seconds, *steps = sys.argv[1:]
assimp = ctypes.CDLL(library)
assimp.aiImportFile.restype = ctypes.c_void_p
assimp.aiImportFile.argtypes = [ctypes.c_char_p, ctypes.c_uint]
assimp.aiGetErrorString.restype = ctypes.c_char_p
print(assimp.aiGetVersionMajor(), assimp.aiGetVersionMinor(), sep=".", flush=True)
for path in sys.stdin.read().splitlines():
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
        if assimp.aiImportFile(os.fsencode(path), VALIDATE if steps else 0):
            os._exit(0)
        os.write(writer, assimp.aiGetErrorString()[:1000])
        os._exit(1)
    os.close(writer)
    with open(reader, encoding="utf-8", errors="replace") as pipe:
        said = " ".join(pipe.read().split())
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said, flush=True)
