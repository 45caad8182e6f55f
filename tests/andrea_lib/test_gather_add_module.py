"""`TokenPositionEmbedding` instead of two `nn.Embedding` and a sum."""

import os
import pickle
import subprocess
import sys

import pytest
import torch
from torch import nn

from andrea_lib.decoder import Decoder, Shape, train
from andrea_lib.embedding import TokenPositionEmbedding
from tests.andrea_lib.gather_add_cases import DEVICE, inputs

pytestmark = pytest.mark.filterwarnings("error:Los kernels")


class TwoTables(nn.Module):
    """What nanoGPT writes."""

    def __init__(self, V, d, P):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(V, d), nn.Embedding(P, d)

    def forward(self, ids):
        return self.wte(ids) + self.wpe(torch.arange(ids.shape[-1], device=ids.device))


class Micro(Decoder):
    """The course's decoder, its input layer replaced by ours (the same two tables)."""

    def __init__(self, shape, backend):
        super().__init__(shape)
        self.layer = TokenPositionEmbedding(shape.V, shape.d, shape.T, backend=backend)
        self.layer.wte, self.layer.wpe = self.wte, self.wpe

    def embed(self, ids):
        return self.layer(ids)


@pytest.mark.parametrize("tied", [False, True])
def test_training_the_micro_model_gives_the_same_loss_curve(tied):
    shape = Shape(V=9, T=3, d=16, layers=1, heads=2, tied=tied)
    tokens = inputs(1, 60, 9, 1, 1)[0][0]
    curves = [
        train(model.to(DEVICE), tokens, steps=5, batch=4, lr=0.02)
        for model in (Decoder(shape), Micro(shape, "torch"), Micro(shape, "triton"))
    ]
    assert curves[1] == curves[0]
    assert curves[2] == pytest.approx(curves[0], rel=1e-5)
    assert curves[2][-1] != curves[2][0]


def test_the_state_dict_is_that_of_two_embeddings():
    theirs, ours = TwoTables(6, 8, 4), TokenPositionEmbedding(6, 8, 4)
    assert list(ours.state_dict()) == ["wte.weight", "wpe.weight"]
    ours.load_state_dict(theirs.state_dict())
    ids = torch.tensor([[5, 0, 5], [1, 2, 3]])
    assert torch.equal(ours(ids), theirs(ids))
    assert torch.equal(ours(ids[0]), theirs(ids[0]))


def test_a_tied_table_stays_one_tensor_with_gradients_from_both_ends():
    model = Micro(Shape(V=6, T=3, d=8, layers=1, heads=2, tied=True), "triton")
    model.to(DEVICE)
    E = model.layer.wte.weight
    assert model.lm_head.weight is E
    model(torch.tensor([[2]], device=DEVICE)).square().sum().backward()
    assert (E.grad.abs().sum(1) > 0).all()


def test_it_can_be_copied_by_pickle():
    layer = TokenPositionEmbedding(6, 8, 4)
    copy = pickle.loads(pickle.dumps(layer))
    assert torch.equal(copy.wte.weight, layer.wte.weight)


def test_bad_ids_follow_validate():
    layer = TokenPositionEmbedding(6, 8, 4, validate=False, backend="torch")
    assert layer(torch.tensor([6])).isnan().all()
    with pytest.raises(IndexError, match="El id 6"):
        TokenPositionEmbedding(6, 8, 4)(torch.tensor([6]))


def test_asking_for_a_lookup_loads_no_torch():
    code = (
        "import sys; from andrea_lib.embedding import lookup; "
        "assert 'torch' not in sys.modules, 'torch'; import andrea_lib.embedding as m; "
        "assert m.TokenPositionEmbedding.__name__ == 'TokenPositionEmbedding'; "
        "assert 'triton' not in sys.modules, 'triton'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_embedding_has_no_other_late_names():
    import andrea_lib.embedding

    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        andrea_lib.embedding.nothing  # noqa: B018


TRAIN = """
import sys, torch, torch.distributed as dist
from andrea_lib.embedding import TokenPositionEmbedding
rank, meeting = int(sys.argv[1]), sys.argv[2]
dist.init_process_group("gloo", init_method=meeting, rank=rank, world_size=2)
layer = TokenPositionEmbedding(3, 2, 2, backend="triton")
model = torch.nn.parallel.DistributedDataParallel(layer)
model(torch.tensor([[rank, 2]])).sum().backward()
assert not layer.wte.weight.grad.is_sparse
print(layer.wte.weight.grad[:, 0].tolist())
dist.destroy_process_group()
"""


def test_two_processes_average_their_gradients(tmp_path):
    """pytorch#17356: dense gradients, so that DDP can average them."""
    command = [sys.executable, "-c", TRAIN]
    meeting = f"file://{tmp_path}/meeting"
    environment = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
    both = [
        subprocess.Popen(
            [*command, rank, meeting], stdout=subprocess.PIPE, env=environment
        )
        for rank in "01"
    ]
    said = [process.communicate(timeout=200)[0] for process in both]
    assert said == [b"[0.5, 0.5, 1.0]\n"] * 2
