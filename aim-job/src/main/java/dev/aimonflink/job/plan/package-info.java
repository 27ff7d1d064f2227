/** Plans the texts of queries in SQL, away from the threads of events and answers, within a budget. */
package dev.aimonflink.job.plan;
