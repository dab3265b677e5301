"""The intermediate representation: what every source says, in words of no source and no target."""
