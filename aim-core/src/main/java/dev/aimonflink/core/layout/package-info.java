/**
 * A {@linkplain dev.aimonflink.core.model.Model model} makes {@linkplain dev.aimonflink.core.layout.StoredColumn columns}, and a {@linkplain
 * dev.aimonflink.core.layout.CellLayout layout} says where each lies in a record.
 */
package dev.aimonflink.core.layout;
