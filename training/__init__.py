"""How the networks in the box were made: labels, features, loss and schedule."""
