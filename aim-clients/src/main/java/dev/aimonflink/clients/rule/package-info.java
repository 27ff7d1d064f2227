/** Rules for people: a starter file, cases, back-tests, the topic of rules, and its changes. */
package dev.aimonflink.clients.rule;
