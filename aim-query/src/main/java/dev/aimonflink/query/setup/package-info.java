/**
 * What jobs and clients set up for a model: its {@linkplain dev.aimonflink.matrix.setup.ModelSource source}, the {@linkplain
 * dev.aimonflink.matrix.setup.EventFormat format} of its events, and its {@linkplain dev.aimonflink.query.setup.Catalogues queries}. Only
 * here is the choice made between what the benchmark's calls have of their own and what every model has.
 */
package dev.aimonflink.query.setup;
