/** Who may ask: users, their limits, and how they show that they know a password without sending it. */
package dev.aimonflink.gateway.security;
