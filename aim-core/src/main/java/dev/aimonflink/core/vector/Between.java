package dev.aimonflink.core.vector;

/** A range of a column of ints: a condition that a loop can test beside other things. */
record Between(Cells cells, int low, int high) {}
