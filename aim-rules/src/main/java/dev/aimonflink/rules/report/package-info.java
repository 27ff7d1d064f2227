/** What can be asked about rules: which there are, how often each fired, alerts of shadows, and a preview of whom a rule is true for. */
package dev.aimonflink.rules.report;
