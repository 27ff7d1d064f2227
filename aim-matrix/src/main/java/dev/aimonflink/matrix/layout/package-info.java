/**
 * A {@linkplain dev.aimonflink.matrix.model.Model model} makes {@linkplain dev.aimonflink.matrix.layout.StoredColumn columns}, and a {@linkplain
 * dev.aimonflink.matrix.layout.CellLayout layout} says where each lies in a record.
 */
package dev.aimonflink.matrix.layout;
