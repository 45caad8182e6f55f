"""What stops the grader itself; a bad submission stops nothing, it gets a record."""

import errno

_SPANISH = {
    errno.EACCES: "falta el permiso",
    errno.EPERM: "falta el permiso",
    errno.ENOENT: "no existe",
    errno.ENOTDIR: "no es una carpeta",
    errno.EEXIST: "ya hay un archivo con ese nombre",
    errno.EISDIR: "es una carpeta",
    errno.ENOSPC: "el disco está lleno",
    errno.EROFS: "el disco es de solo lectura",
    errno.ELOOP: "los enlaces dan vueltas",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.EIO: "el disco da errores",
    errno.EPIPE: "nadie lee lo que se escribe",
    errno.EMFILE: "hay demasiados archivos abiertos",
    errno.ENOMEM: "falta memoria",
}


class UsageError(Exception):
    """The command was called in a way that cannot work: exit status 2."""


class NoKernelError(Exception):
    """The kernel did not start: this submission could not be marked."""


class GraderError(Exception):
    """The course's own files or this machine are at fault: exit status 1."""


class SourceError(GraderError):
    """What an author wrote cannot be released; the message says what to mend."""


def why(error: OSError) -> str:
    """The system's reason in Spanish, whatever language the system speaks."""
    known = _SPANISH.get(error.errno or 0)
    return known or f"error {error.errno} del sistema"
