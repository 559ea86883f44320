"""The order language: what is asked, how orders answer, and what is said of it in advance."""
