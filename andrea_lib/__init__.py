"""Biblioteca del curso «La primera capa de un transformer».

Cada módulo se importa por su nombre (`from andrea_lib import vectors`); este
archivo no importa nada, para que empezar cueste poco.
"""

__version__ = "0.1.0"
