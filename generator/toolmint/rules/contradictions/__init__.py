"""CT: what prose states of an argument must be what its schema states."""
