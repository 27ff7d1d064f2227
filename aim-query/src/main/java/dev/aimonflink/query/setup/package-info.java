/**
 * What jobs and clients set up for a model: {@linkplain dev.aimonflink.matrix.setup.ModelSource where it comes from}, the {@linkplain
 * dev.aimonflink.matrix.setup.EventFormat format} of its events, and its {@linkplain dev.aimonflink.query.setup.Catalogues queries}. Here
 * alone it is chosen between what the benchmark's calls have of their own and what every model has.
 */
package dev.aimonflink.query.setup;
