/**
 * {@linkplain dev.aimonflink.matrix.column.Columns Columns} are copies of the records that queries scan: in {@linkplain
 * dev.aimonflink.matrix.column.Block blocks} of rows, with a {@linkplain dev.aimonflink.matrix.column.Delta delta} through which events
 * reach them while a scan reads.
 */
package dev.aimonflink.matrix.column;
