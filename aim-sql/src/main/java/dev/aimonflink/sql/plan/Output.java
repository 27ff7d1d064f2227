package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.type.SqlType;

/** A column of the rows that a plan computes. */
public record Output(String name, SqlType type) {}
