/**
 * {@code aim chaos}: exactness in the storm. A job is killed over and over, at moments that hurt, while it is rescaled,
 * while its windows turn or while its schema changes; calls and questions go on all the time. In the end everything is read
 * back from Kafka, recomputed by the oracle, and compared.
 */
package dev.aimonflink.local.chaos;
