package dev.aimonflink.core.vector;

/** A range of a column of ints: the last condition of a filter, which the loop of a sum can test itself. */
record Between(Cells cells, int low, int high) {}
