/**
 * A plan is cut into the parts that partitions compute by themselves, the {@linkplain dev.aimonflink.query.ask.cut.Fragment fragments}, and the
 * rest, which the merger runs over their merged rows.
 */
package dev.aimonflink.query.ask.cut;
