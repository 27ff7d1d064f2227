/**
 * What accesses the topics from outside the job: {@linkplain dev.aimonflink.clients.TopicAdmin creating} them, {@linkplain
 * dev.aimonflink.clients.EventPublisher publishing} events and profiles, and {@linkplain dev.aimonflink.clients.QueryClient asking}
 * queries. Knows Kafka and the wire formats, not Flink.
 */
package dev.aimonflink.clients;
