"""Dónde se ejecutan aquí los kernels de Triton: en la GPU, en su intérprete o no."""

import importlib.util

HERE = {
    "gpu": "Los kernels se compilan y se ejecutan en la GPU: {name}.",
    "interpreter": (
        "No hay GPU de NVIDIA: los kernels los ejecuta en la CPU el intérprete de "
        "Triton. Da los mismos resultados, despacio."
    ),
    "nowhere": (
        "Aquí no hay Triton: solo existe para Linux. En este equipo, la celda que lo "
        "importa dará ModuleNotFoundError, y las que usan un kernel tampoco se pueden "
        "ejecutar. Los resultados que ves en la página del curso los dio su intérprete "
        "en Linux. En Colab puedes repetirlos; todo lo demás funciona también aquí."
    ),
}


def has_triton() -> bool:
    """¿Se puede importar triton? No lo importa: antes hay que elegir el intérprete."""
    try:
        return importlib.util.find_spec("triton") is not None
    except ValueError:  # an empty entry in sys.modules: as good as absent
        return False


def kernels_run() -> str:
    """La frase que dice dónde se ejecutan los kernels en este equipo, y por qué."""
    import torch

    if not has_triton():
        return HERE["nowhere"]
    if torch.cuda.is_available():
        return HERE["gpu"].format(name=torch.cuda.get_device_name())
    return HERE["interpreter"]
