/** From topics to messages: raw records are decoded and checked, then sent on, or to the dead letters with the reason. */
package dev.aimonflink.job.source;
