"""The rules of the five games and the running table: no pixels, no millimetres, no pins, no HTTP."""
