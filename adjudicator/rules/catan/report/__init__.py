"""What reports of Catan say and show: events, hands, scores, the order form."""
