/**
 * The columns of the matrix: a {@linkplain dev.aimonflink.core.model.Model model} makes {@linkplain
 * dev.aimonflink.core.schema.StoredColumn columns}, a {@linkplain dev.aimonflink.core.schema.CellLayout layout} says where each lies in
 * a record, and a {@linkplain dev.aimonflink.core.schema.UpdatePlan plan} how events change it.
 */
package dev.aimonflink.core.schema;
