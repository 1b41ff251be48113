"""One running evening before a camera: what watches, what is kept of it, the stand, the boards, the voice."""
