/**
 * Reports on results: {@code aim bench report} makes a page of them beside the numbers of the papers, and {@code aim bench
 * compare} compares two directories of them.
 */
package dev.aimonflink.bench.report;
