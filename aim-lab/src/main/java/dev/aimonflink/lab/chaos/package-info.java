/** {@code aim chaos}: exactness under stress. A job is killed over and over, at critical moments, while it is rescaled, its windows turn or its schema changes, with calls and questions all the time. In the end everything is read back from Kafka, recomputed by the twin, and compared. */
package dev.aimonflink.lab.chaos;
