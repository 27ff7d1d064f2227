/**
 * The files of {@linkplain dev.aimonflink.core.format.model.ModelFile models} in YAML, and of their {@linkplain
 * dev.aimonflink.core.format.model.CsvTables tables}.
 */
package dev.aimonflink.core.format.model;
