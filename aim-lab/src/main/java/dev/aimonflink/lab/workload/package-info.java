/** What is published and asked: a {@linkplain dev.aimonflink.lab.workload.GivenModel model}, its drawn events, profiles and rules, and questions. */
package dev.aimonflink.lab.workload;
