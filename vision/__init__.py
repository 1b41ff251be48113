"""Pictures to readings: scene rendering, detectors and classifiers, and the models they run."""
