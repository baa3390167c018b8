"""Every decoder with every local search, and the kinds of instances that it takes."""

import pytest
from tests.decoders.contract import N, kinds, label, variants
from tests.support import directed_instance, points_instance

import heataco as ha


@pytest.fixture(params=[d for kind in ha.DECODERS.values() for d in variants(kind)], ids=label)
def decoder(request):
    """Return every decoder with every local search that it takes."""
    return request.param


@pytest.fixture(params=[points_instance, directed_instance], ids=["symmetric", "asymmetric"])
def instance(decoder, request):
    """Return an instance of either kind; for some decoders there is but one."""
    if request.param not in kinds(decoder):
        pytest.skip(f"{decoder.name} takes symmetric instances only")
    return request.param(N)
