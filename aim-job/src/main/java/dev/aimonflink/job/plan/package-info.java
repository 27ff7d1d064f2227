/** Plans the texts of queries in SQL within a budget, away from the threads of events and answers. */
package dev.aimonflink.job.plan;
