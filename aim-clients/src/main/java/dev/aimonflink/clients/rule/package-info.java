/** Rules for people: a file to begin with, cases that a file has to pass, back-tests, the topic of rules, and what changes in it. */
package dev.aimonflink.clients.rule;
