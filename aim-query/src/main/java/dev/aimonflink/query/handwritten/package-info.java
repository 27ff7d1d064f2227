/**
 * The seven queries of the papers, each with loops that are written for it alone. They fit the {@linkplain
 * dev.aimonflink.query.handwritten.Shape shape} of a fragment, so any model and any text of that shape gets them.
 */
package dev.aimonflink.query.handwritten;
