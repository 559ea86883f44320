"""The words of orders: how lines are spelt, read, quoted, and guessed at where they were misspelt."""
