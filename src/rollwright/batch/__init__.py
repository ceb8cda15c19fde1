"""Thousands of games of one kind, stepped at once by compiled code, with NumPy and nothing else.

>>> from rollwright.batch import Batch
>>> batch = Batch("tou_shi", 4, seed=1)
>>> batch.observations.shape, batch.counts.tolist()
((4, 572), [60, 60, 60, 60])
>>> stepped = batch.step(batch.legal[:, 0])
>>> stepped.rewards.tolist(), stepped.ended.any()
([[0.0], [0.0], [0.0], [0.0]], np.False_)
"""

from rollwright.batch.batch import Batch, Stepped
from rollwright.batch.driver import BATCH, GUIDED
from rollwright.batch.single import Single

__all__ = ["BATCH", "GUIDED", "Batch", "Single", "Stepped"]
