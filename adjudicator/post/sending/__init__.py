"""Letters go out: their envelopes, the outboxes that they wait in, and the server that takes them."""
