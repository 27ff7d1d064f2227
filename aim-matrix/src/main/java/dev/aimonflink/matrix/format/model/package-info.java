/**
 * The files of {@linkplain dev.aimonflink.matrix.format.model.ModelFile models} in YAML, and of their {@linkplain
 * dev.aimonflink.matrix.format.model.CsvTables tables}.
 */
package dev.aimonflink.matrix.format.model;
