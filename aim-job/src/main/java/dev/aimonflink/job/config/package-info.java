/** What users can set: typed options, read from arguments and a properties file. */
package dev.aimonflink.job.config;
