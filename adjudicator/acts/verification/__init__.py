"""The parts of a verification: structure, chain, draws, acts and branches, replay, reports."""
