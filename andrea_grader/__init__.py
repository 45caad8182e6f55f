"""Corrector del curso: `andrea grade CUADERNO|CARPETA… --out CARPETA`.

README.md says what is protected from what; grade.py is where points are decided.
"""
