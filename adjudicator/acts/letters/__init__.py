"""Letters of what is done: written, laid aside until their turn is kept, and posted."""
