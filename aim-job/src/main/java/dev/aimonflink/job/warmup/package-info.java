/** What runs before a job serves, so that its first queries are fast: kernels and statements are compiled by running them. */
package dev.aimonflink.job.warmup;
