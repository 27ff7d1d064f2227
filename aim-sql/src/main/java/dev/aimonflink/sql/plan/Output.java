package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.SqlType;

/** A column of the rows that a plan computes. */
public record Output(String name, SqlType type) {}
