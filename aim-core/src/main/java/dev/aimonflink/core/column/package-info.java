/**
 * {@linkplain dev.aimonflink.core.column.Columns Columns} are copies of what records have, which queries scan: in {@linkplain
 * dev.aimonflink.core.column.Block blocks} of rows, with a {@linkplain dev.aimonflink.core.column.Delta delta} through which events reach
 * them while a scan reads.
 */
package dev.aimonflink.core.column;
