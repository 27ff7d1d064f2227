/**
 * A {@linkplain dev.aimonflink.core.model.Model model} makes {@linkplain dev.aimonflink.core.layout.StoredColumn columns}, a {@linkplain
 * dev.aimonflink.core.layout.CellLayout layout} says where each lies in a record, and a {@linkplain dev.aimonflink.core.layout.UpdatePlan
 * plan} how events change it.
 */
package dev.aimonflink.core.layout;
