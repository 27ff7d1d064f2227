package dev.aimonflink.core.program;

/** A range of a column of ints: a condition that a loop can test beside other things. */
public record Between(VectorCells cells, int low, int high) {}
