"""Why a file or folder cannot be used, in plain words in place of the system's.

It stands in the core since everybody needs it: the commands, the store, and the checker of proofs, which goes alone.
"""

import errno


def say_system_error(error: OSError, sought: str = "file") -> str:
    """Why the system refused what ``error`` tells of, as a clause to stand behind the name of what was refused.

    ``sought`` is what should have been there, in one word or more. Words that are no system error's own, such as of a
    file that is too long, are said as they are; those of a network are best said elsewhere, as its numbers differ.
    """
    match error:
        case FileNotFoundError():
            return f"there is no such {sought}"
        case PermissionError():
            return "you may not read or write it"
        case IsADirectoryError():
            return "it is a folder"
        case NotADirectoryError():
            return "part of its path is a file, not a folder"
        case FileExistsError():
            return "there is one already"
    if error.errno == errno.ENOSPC:
        return "the disk is full"
    return _begin_small(error.strerror or str(error)) or "it cannot be used"


def tell_system_error(error: Exception) -> str:
    """What was refused, where a system error names it, and why; of any other error its message."""
    if not isinstance(error, OSError):
        return str(error)
    where = f"{error.filename}: " if error.filename else ""
    return where + say_system_error(error, "file or folder")


def _begin_small(words: str) -> str:
    """The words without the capital they begin with; names in capitals stay."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words
