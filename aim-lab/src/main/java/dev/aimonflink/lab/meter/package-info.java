/** What is measured of a running job: how old its answers are, by {@linkplain dev.aimonflink.lab.meter.Markers markers}, and how long they take. */
package dev.aimonflink.lab.meter;
