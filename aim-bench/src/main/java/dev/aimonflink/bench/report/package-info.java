/**
 * Reports on results: {@code aim bench report} makes a page of them beside the papers' numbers, and {@code aim bench compare} compares two
 * directories.
 */
package dev.aimonflink.bench.report;
