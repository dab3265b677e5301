"""SEC: text that hides from a reader, or that steers a model outside the tool's business."""
