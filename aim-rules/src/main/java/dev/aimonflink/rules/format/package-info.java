/** Rules as a YAML file that people write, and as the JSON objects of the topic of rules. */
package dev.aimonflink.rules.format;
